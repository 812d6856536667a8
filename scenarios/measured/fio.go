package measured

import (
	"cmp"
	"fmt"
	"strconv"

	"contend/model"
)

// fio reads fio --output-format=json: N is the jobs, throughput their I/O operations a second.
var fio = importer{
	format: "fio", oneN: true,
	claims: func(text string) bool { return isJSON(text, `"fio version"`) },
	read:   readFio,
}

func readFio(in input) ([]model.Curve, error) {
	type options struct {
		Jobs    string `json:"numjobs"`
		Pattern string `json:"rw"`
		Block   string `json:"bs"`
		Depth   string `json:"iodepth"`
	}
	type direction struct {
		IOPS float64 `json:"iops"`
	}
	var doc struct {
		Global options `json:"global options"`
		Jobs   []struct {
			Options     options `json:"job options"`
			Error       int     `json:"error"`
			Read, Write direction
			Trim        direction
		} `json:"jobs"`
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	g := gathering{in: in}
	n, x, name := 0.0, 0.0, ""
	for _, j := range doc.Jobs {
		if j.Error != 0 {
			return nil, fmt.Errorf("%s: a job ended with error %d", in.name, j.Error)
		}
		count, err := strconv.Atoi(cmp.Or(j.Options.Jobs, doc.Global.Jobs, "1"))
		if err != nil {
			return nil, fmt.Errorf("%s: numjobs is %q; expected a number", in.name, j.Options.Jobs)
		}
		// Without --group_reporting each of the jobs has its own entry.
		if len(doc.Jobs) > 1 {
			count = 1
		}
		n += float64(count)
		x += j.Read.IOPS + j.Write.IOPS + j.Trim.IOPS
		name = cmp.Or(j.Options.Pattern, doc.Global.Pattern, "read") + " " + cmp.Or(j.Options.Block, doc.Global.Block, "4k")
		if depth := cmp.Or(j.Options.Depth, doc.Global.Depth); depth != "" {
			name += " iodepth=" + depth
		}
	}
	if n == 0 {
		return nil, nil
	}
	if err := g.add(name, "IO/s", 0, n, x); err != nil {
		return nil, err
	}
	return g.done(), nil
}
