package law

// All returns the laws in the order of their parameter count, simplest first. A new law is one
// file and one entry here.
func All() []Law {
	return []Law{Linear, Amdahl, Gustafson, Repairman, USL, Bandwidth}
}

// ByName returns the law called name, such as "usl".
func ByName(name string) (Law, bool) {
	for _, l := range All() {
		if l.Name == name {
			return l, true
		}
	}
	return Law{}, false
}
