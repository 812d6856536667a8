package measured

import (
	"fmt"

	"contend/model"
)

// autocannon reads autocannon --json: N is the connections. Its "throughput" is bytes.
var autocannon = importer{
	format: "autocannon", oneN: true,
	claims: func(text string) bool { return isJSON(text, `"connections"`, `"requests"`, `"pipelining"`) },
	read:   readAutocannon,
}

func readAutocannon(in input) ([]model.Curve, error) {
	var doc struct {
		URL              string
		Connections      float64
		Errors, Timeouts int
		Non2xx           int
		Requests         struct{ Average float64 }
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	g := gathering{in: in}
	if err := g.add(doc.URL, "requests/s", 0, doc.Connections, doc.Requests.Average); err != nil {
		return nil, err
	}
	if failed := doc.Errors + doc.Timeouts + doc.Non2xx; failed > 0 {
		g.warnAll(codeFailures, fmt.Sprintf("at N = %g, %d requests failed", doc.Connections, failed))
	}
	return g.done(), nil
}
