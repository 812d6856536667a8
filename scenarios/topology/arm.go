package topology

import "strings"

// armParts are names of Arm cores, which tell two numbers instead: the implementer's and the part's.
var armParts = map[[2]string]string{
	{"0x41", "0xd03"}: "Arm Cortex-A53",
	{"0x41", "0xd07"}: "Arm Cortex-A57",
	{"0x41", "0xd08"}: "Arm Cortex-A72",
	{"0x41", "0xd0b"}: "Arm Cortex-A76",
	{"0x41", "0xd0c"}: "Arm Neoverse-N1",
	{"0x41", "0xd40"}: "Arm Neoverse-V1",
	{"0x41", "0xd49"}: "Arm Neoverse-N2",
	{"0x41", "0xd4f"}: "Arm Neoverse-V2",
	{"0x48", "0xd01"}: "HiSilicon Kunpeng 920",
	{"0x61", "0x022"}: "Apple M1",
	{"0x61", "0x023"}: "Apple M1",
	{"0x61", "0x032"}: "Apple M2",
	{"0x61", "0x033"}: "Apple M2",
	{"0xc0", "0xac3"}: "Ampere-1",
}

// armName is the name of an Arm core; one without a name is called by its numbers.
func armName(implementer, part string) string {
	if implementer == "" || part == "" {
		return ""
	}
	if name := armParts[[2]string{strings.ToLower(implementer), strings.ToLower(part)}]; name != "" {
		return name
	}
	return "Arm " + implementer + " " + part
}
