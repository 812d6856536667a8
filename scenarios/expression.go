package scenarios

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"contend/model"
)

// literal finds a quantity with a unit inside an expression. Expr's language knows numbers only, so each becomes a name.
var literal = regexp.MustCompile(`(^|[^\w$.])(\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)\s?(ps|ns|us|µs|ms|min|s|h|[KMGT]?i?B(?:/s)?|kB(?:/s)?|[kMG]?Hz|/s|%)(\b|$|[^\w])`)

// isExpression reports whether a value refers to parameters.
func isExpression(text string) bool { return strings.Contains(text, "$") }

// evaluate computes an expression over quantities. Expr parses it; units are checked at every step. of returns a
// parameter's value.
func evaluate(text string, of func(name string) (quantity, error)) (quantity, error) {
	found := map[string]quantity{}
	var broken error
	for again := true; again; { // quantities that touch each other share the letter between
		again = false
		text = literal.ReplaceAllStringFunc(text, func(s string) string {
			again = true
			m := literal.FindStringSubmatch(s)
			q, err := parsePlain(m[2] + m[3])
			if err != nil {
				broken = err
			}
			name := fmt.Sprintf("_%d", len(found))
			found[name] = q
			return m[1] + name + m[4]
		})
	}
	if broken != nil {
		return quantity{}, broken
	}
	tree, err := parser.Parse(text)
	if err != nil {
		return quantity{}, fmt.Errorf("not an expression: %s", strings.SplitN(err.Error(), "\n", 2)[0])
	}
	e := evaluator{found, of}
	return e.value(tree.Node)
}

type evaluator struct {
	literals map[string]quantity
	param    func(string) (quantity, error)
}

func (e evaluator) value(n ast.Node) (quantity, error) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return constant(number, float64(n.Value)), nil
	case *ast.FloatNode:
		return constant(number, n.Value), nil
	case *ast.ConstantNode:
		switch v := n.Value.(type) {
		case int:
			return constant(number, float64(v)), nil
		case float64:
			return constant(number, v), nil
		}
	case *ast.IdentifierNode:
		return e.name(n.Value)
	case *ast.UnaryNode:
		q, err := e.value(n.Node)
		if err != nil {
			return q, err
		}
		if n.Operator == "-" && q.isConst() {
			q.a = -q.a
		} else if n.Operator != "+" {
			return q, fmt.Errorf("the operator %s does not apply", n.Operator)
		}
		return q, nil
	case *ast.BinaryNode:
		a, err := e.value(n.Left)
		if err != nil {
			return a, err
		}
		b, err := e.value(n.Right)
		if err != nil {
			return b, err
		}
		return combine(n.Operator, a, b)
	case *ast.BuiltinNode:
		return e.call(n.Name, n.Arguments)
	case *ast.CallNode:
		if id, ok := n.Callee.(*ast.IdentifierNode); ok {
			return e.call(id.Value, n.Arguments)
		}
	}
	return quantity{}, fmt.Errorf("only numbers, quantities, $parameters, + - * / ^, min max round floor ceil abs, and exp erlang uniform are known here")
}

func (e evaluator) name(name string) (quantity, error) {
	if q, ok := e.literals[name]; ok {
		return q, nil
	}
	if !strings.HasPrefix(name, "$") {
		return quantity{}, fmt.Errorf("%s is not a parameter; parameters are written $%s", short(name), name)
	}
	return e.param(name[1:])
}

// distributions are the functions whose values are drawn.
var distributions = []string{"exp", "erlang", "uniform"}

func (e evaluator) call(name string, args []ast.Node) (quantity, error) {
	var qs []quantity
	for _, a := range args {
		q, err := e.value(a)
		if err != nil {
			return q, err
		}
		if !q.isConst() {
			return q, fmt.Errorf("%s takes no distribution", name)
		}
		qs = append(qs, q)
	}
	if len(qs) == 0 {
		return quantity{}, fmt.Errorf("%s needs an argument", name)
	}
	if contains(distributions, name) {
		return distribution(name, qs)
	}
	out := qs[0]
	of := map[string]func(float64) float64{"round": math.Round, "floor": math.Floor, "ceil": math.Ceil, "abs": math.Abs}
	switch do := of[name]; {
	case do != nil && len(qs) == 1:
		out.a = do(out.a)
	case name == "min" || name == "max":
		for _, q := range qs[1:] {
			if q.unit != out.unit {
				return q, fmt.Errorf("%s of %v and %v", name, out.unit, q.unit)
			}
			if name == "min" {
				out.a = min(out.a, q.a)
			} else {
				out.a = max(out.a, q.a)
			}
		}
	default:
		return out, fmt.Errorf("%s is not a function with %d arguments%s", name, len(qs), hint(name, append([]string{"min", "max", "round", "floor", "ceil", "abs"}, distributions...)))
	}
	return out, nil
}

// products are the units of a·b, and a/b is the unit whose product with b is a. Times are in picoseconds, rates per
// second, hence the factors.
var products = []struct {
	a, b, is unit
	factor   float64
}{
	{duration, rate, number, 1e-12},
	{duration, frequency, number, 1e-12},
	{duration, bandwidth, size, 1e-12},
	{size, rate, bandwidth, 1},
}

func combine(op string, a, b quantity) (quantity, error) {
	var out quantity
	ok := false
	switch op {
	case "+", "-":
		out, ok = add(op, a, b)
	case "*":
		out, ok = multiply(a, b)
	case "/":
		if b.isConst() && b.a == 0 {
			return out, fmt.Errorf("division by 0")
		}
		out, ok = divide(a, b)
	case "^", "**":
		ok = a.unit == number && b.unit == number && a.isConst() && b.isConst()
		out = constant(number, math.Pow(a.a, b.a))
	}
	if !ok {
		return out, fmt.Errorf("%s %s %s makes no sense", describe(a), op, describe(b))
	}
	if math.IsNaN(out.a) || math.IsInf(out.a, 0) || math.Abs(out.a) > limit {
		return out, fmt.Errorf("%s %s %s is out of range", describe(a), op, describe(b))
	}
	return out, nil
}

func describe(q quantity) string {
	if q.isConst() {
		return q.unit.String()
	}
	return "a distribution of " + strings.TrimPrefix(q.unit.String(), "a ") + "s"
}

func add(op string, a, b quantity) (quantity, bool) {
	if a.unit != b.unit || !a.isConst() || !b.isConst() {
		return a, false
	}
	if op == "-" {
		b.a = -b.a
	}
	a.a += b.a
	return a, true
}

// multiply scales a distribution by a constant, or multiplies constants of units that go together.
func multiply(a, b quantity) (quantity, bool) {
	if !b.isConst() {
		a, b = b, a
	}
	if !b.isConst() {
		return a, false
	}
	u, factor, ok := product(a.unit, b.unit)
	if !ok {
		return a, false
	}
	return a.times(b.a*factor, u)
}

func product(a, b unit) (is unit, factor float64, ok bool) {
	switch {
	case b == number:
		return a, 1, true
	case a == number:
		return b, 1, true
	}
	for _, p := range products {
		if p.a == a && p.b == b || p.a == b && p.b == a {
			return p.is, p.factor, true
		}
	}
	return 0, 0, false
}

func divide(a, b quantity) (quantity, bool) {
	if !b.isConst() {
		return a, false
	}
	for _, u := range []unit{number, duration, size, bandwidth, rate, frequency} {
		if is, factor, ok := product(u, b.unit); ok && is == a.unit {
			return a.times(1/(b.a*factor), u)
		}
	}
	return a, false
}

// times scales a quantity; a uniform draw of integers stays one only in whole steps, so that it becomes real otherwise.
func (q quantity) times(k float64, u unit) (quantity, bool) {
	if k < 0 && !q.isConst() {
		return q, false
	}
	if q.kind == model.UniformInt && (k != 1 || u != number) {
		q.kind = model.Uniform
	}
	q.unit = u
	q.a *= k
	q.b *= k
	return q, true
}
