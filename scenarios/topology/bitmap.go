package topology

import (
	"math/bits"
	"strconv"
	"strings"
)

// bitmap is a set of CPUs; the lowest are in the first word.
type bitmap []uint32

// bitmapOf reads a set as hwloc writes it: words of 32 bits in hexadecimal, the highest first, such as "0x00000001,0xffffffff". An empty
// word is 0. Sets without end ("0xf...f") are those of parts without a limit: nil, as is what is no set.
func bitmapOf(text string) bitmap {
	words := strings.Split(text, ",")
	if text == "" || len(words) > mostPUs/32 {
		return nil
	}
	b := make(bitmap, len(words))
	for i, word := range words {
		word = strings.TrimPrefix(word, "0x")
		if word == "" {
			continue
		}
		n, err := strconv.ParseUint(word, 16, 32)
		if err != nil {
			return nil
		}
		b[len(words)-1-i] = uint32(n)
	}
	return b
}

func (b bitmap) has(cpu int) bool {
	return cpu >= 0 && cpu/32 < len(b) && b[cpu/32]>>(cpu%32)&1 == 1
}

func (b bitmap) count() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount32(word)
	}
	return n
}
