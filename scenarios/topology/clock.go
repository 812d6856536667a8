package topology

import (
	"regexp"
	"strconv"

	"contend/model"
)

var clockText = regexp.MustCompile(`@ ?([0-9]{1,3}(?:\.[0-9]{1,3})?) ?([GM])Hz`)

// clockIn returns the nominal clock that names such as "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz" hold, 0 where there is none.
func clockIn(cpu string) model.Frequency {
	m := clockText.FindStringSubmatch(cpu)
	if m == nil {
		return 0
	}
	if m[2] == "M" {
		return mhz(m[1])
	}
	return 1000 * mhz(m[1])
}

// mhz reads a number of megahertz; 0 is none that a clock has.
func mhz(text string) model.Frequency {
	n, err := strconv.ParseFloat(text, 64)
	const most = 1e5
	if err != nil || !(n > 0 && n < most) {
		return 0
	}
	return model.Frequency(n * 1e6)
}
