package measured

import (
	"fmt"
	"strconv"
	"strings"

	"contend/model"
)

// contendRuns and contendTable read what contend run prints, so that laws can be fitted to simulated curves: a curve a variant.
var (
	contendRuns = importer{
		format: "contend run --format json",
		claims: func(text string) bool { return isJSON(text, `"schema"`, `"contend.run`) },
		read:   readRuns,
	}
	contendTable = importer{
		format: "contend run --format csv",
		claims: func(text string) bool { return strings.HasPrefix(text, "scenario,variant,x,n,quantity,value,") },
		read:   readRunsCSV,
	}
)

func readRuns(in input) ([]model.Curve, error) {
	type run struct {
		Scenario string
		Variants []struct {
			Name   string
			Points []struct{ N, Throughput float64 }
		}
	}
	var doc struct {
		run
		Runs []run
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	g := gathering{in: in}
	for _, r := range append(doc.Runs, doc.run) {
		for _, v := range r.Variants {
			for _, p := range v.Points {
				if err := g.add(r.Scenario+" "+v.Name, "", 0, p.N, p.Throughput); err != nil {
					return nil, err
				}
			}
		}
	}
	return g.done(), nil
}

func readRunsCSV(in input) ([]model.Curve, error) {
	rows, err := in.csv()
	if err != nil {
		return nil, err
	}
	g := gathering{in: in}
	for i, row := range rows[1:] {
		if row[4] != "throughput" {
			continue
		}
		n, errN := strconv.ParseFloat(row[3], 64)
		x, errX := strconv.ParseFloat(row[5], 64)
		if errN != nil || errX != nil {
			return nil, fmt.Errorf("%s: found %q and %q; expected N and throughput as numbers", in.at(i+2), row[3], row[5])
		}
		if err := g.add(row[0]+" "+row[1], "", i+2, n, x); err != nil {
			return nil, err
		}
	}
	return g.done(), nil
}
