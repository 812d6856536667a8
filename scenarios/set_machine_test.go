package scenarios

import (
	"strings"
	"testing"

	"contend/model"
)

// TestSetMachineValue sets one value of a machine that the scenario only names: to what it is, which changes nothing; to another; to one there is not.
func TestSetMachineValue(t *testing.T) {
	open := func(sets ...string) (*model.Scenario, error) {
		return Open("numthreads", Options{Set: sets})
	}
	base, err := open()
	if err != nil {
		t.Fatal(err)
	}
	os := base.Variants[0].Points[0].Machine.OS
	same, err := open("machine.os.stack=" + os.Stack.String())
	if err != nil || same.Hash != base.Hash {
		t.Errorf("the present value: error %v, hashes %s and %s", err, base.Hash, same.Hash)
	}
	other, err := open("machine.os.switch=7us")
	if err != nil || other.Hash == base.Hash || other.Variants[2].Points[0].Machine.OS.Switch != 7*model.Microsecond {
		t.Errorf("another value: error %v, hashes %s and %s", err, base.Hash, other.Hash)
	}
	if _, err := open("machine.os.swich=7us"); err == nil || !strings.Contains(err.Error(), "switch") {
		t.Errorf("an unknown key: error %v", err)
	}
	// Without its section, where only one has it.
	if short, err := open("machine.switch=7us"); err != nil || short.Hash != other.Hash {
		t.Errorf("without the section: %v", err)
	}
	if _, err := open("machine.stack=7MiB"); err == nil || !strings.Contains(err.Error(), "machine.os.stack or machine.virtual.stack") {
		t.Errorf("a key that two sections have: error %v", err)
	}
}
