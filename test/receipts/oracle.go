// A judge of proofs that we did not write: Go's sumdb/tlog and sumdb/note (golang.org/x/mod), for test/receipts/oracle.test.ts.
//
//	oracle make   writes vectors.json: trees, tiles, notes and receipts, whole and damaged
//	oracle judge  reads cases and writes, for each, whether it holds
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Case is one proof. `What` says which of the other fields it has.
type Case struct {
	What    string      `json:"what"`
	Name    string      `json:"name"`
	Holds   bool        `json:"holds"`
	Leaf    tlog.Hash   `json:"leaf"`
	Index   int64       `json:"index"`
	Older   int64       `json:"older"`
	OldRoot tlog.Hash   `json:"oldRoot"`
	Size    int64       `json:"size"`
	Root    tlog.Hash   `json:"root"`
	Path    []tlog.Hash `json:"path"`
	// Key is, of a case in vectors.json, the key beside all of them.
	Key     string      `json:"key"`
	Text    string      `json:"text"`
	Data    string      `json:"data"`
}

// MarshalJSON writes the fields that a case of its kind has.
func (c Case) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"what": c.What, "name": c.Name, "holds": c.Holds}
	switch c.What {
	case "inclusion":
		fields["leaf"], fields["index"], fields["size"], fields["root"], fields["path"] = c.Leaf, c.Index, c.Size, c.Root, c.Path
	case "consistency":
		fields["older"], fields["oldRoot"], fields["size"], fields["root"], fields["path"] = c.Older, c.OldRoot, c.Size, c.Root, c.Path
	case "checkpoint":
		fields["text"] = c.Text
	case "receipt":
		fields["text"], fields["data"] = c.Text, c.Data
	}
	return json.Marshal(fields)
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "make" {
		write(makeVectors())
		return
	}
	var cases []Case
	must(json.NewDecoder(os.Stdin).Decode(&cases))
	verdicts := []bool{}
	for _, one := range cases {
		verdicts = append(verdicts, holds(one))
	}
	write(verdicts)
}

func holds(c Case) bool {
	switch c.What {
	case "inclusion":
		return tlog.CheckRecord(c.Path, c.Size, c.Root, c.Index, c.Leaf) == nil
	case "consistency":
		return tlog.CheckTree(c.Path, c.Size, c.Root, c.Older, c.OldRoot) == nil
	case "checkpoint":
		_, err := openCheckpoint(c.Text, c.Key)
		return err == nil
	case "receipt":
		return checkReceipt(c.Text, c.Key, c.Data) == nil
	}
	panic(c.What)
}

// Cosigner is the key of a timestamped cosignature (c2sp.org/tlog-cosignature), which x/mod does not know.
type Cosigner struct {
	name    string
	public  ed25519.PublicKey
	private ed25519.PrivateKey
	seconds uint64
	seen    uint64
}

func (c *Cosigner) Name() string { return c.name }

func (c *Cosigner) KeyHash() uint32 {
	sum := sha256.Sum256(append([]byte(c.name+"\n\x04"), c.public...))
	return binary.BigEndian.Uint32(sum[:])
}

func (c *Cosigner) Sign(body []byte) ([]byte, error) {
	time := binary.BigEndian.AppendUint64(nil, c.seconds)
	return append(time, ed25519.Sign(c.private, timed(c.seconds, body))...), nil
}

func (c *Cosigner) Verify(body, signature []byte) bool {
	if len(signature) != 72 {
		return false
	}
	c.seen = binary.BigEndian.Uint64(signature)
	return ed25519.Verify(c.public, timed(c.seen, body), signature[8:])
}

func timed(seconds uint64, body []byte) []byte {
	return append([]byte(fmt.Sprintf("cosignature/v1\ntime %d\n", seconds)), body...)
}

// Checkpoint is the state of a log that both of its signatures cover.
type Checkpoint struct {
	size int64
	root tlog.Hash
}

func openCheckpoint(text, vkey string) (c Checkpoint, err error) {
	own, err := note.NewVerifier(vkey)
	if err != nil {
		return c, err
	}
	parts := strings.SplitN(vkey, "+", 3)
	raw, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return c, err
	}
	cosigner := &Cosigner{name: own.Name(), public: raw[1:]}
	opened, err := note.Open([]byte(text), note.VerifierList(own, cosigner))
	if err != nil {
		return c, err
	}
	if len(opened.Sigs) != 2 {
		return c, fmt.Errorf("%d of 2 signatures", len(opened.Sigs))
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 5 || lines[0] != own.Name() || lines[3] != fmt.Sprintf("time %d", cosigner.seen) {
		return c, fmt.Errorf("not its lines")
	}
	if c.size, err = number(lines[1]); err != nil {
		return c, err
	}
	c.root, err = tlog.ParseHash(lines[2])
	return c, err
}

func number(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil && (n < 0 || strconv.FormatInt(n, 10) != text) {
		return n, fmt.Errorf("not a number: %q", text)
	}
	return n, err
}

func checkReceipt(text, vkey, data string) error {
	head, signed, found := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !found || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		return fmt.Errorf("not its lines")
	}
	index, err := number(lines[1][len("index "):])
	if err != nil {
		return err
	}
	var path tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		path = append(path, hash)
	}
	checkpoint, err := openCheckpoint(signed, vkey)
	if err != nil {
		return err
	}
	record, err := hex.DecodeString(data)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(path, checkpoint.size, checkpoint.root, index, tlog.RecordHash(record))
}

// Grown is a step of a tree: its root, and the tiles that the step made.
type Grown struct {
	Size  int64     `json:"size"`
	Root  tlog.Hash `json:"root"`
	Count int       `json:"count"`
	// Tiles has the paths of the first and the last of them, Sum is over the bytes of all.
	Tiles []string `json:"tiles"`
	Sum string `json:"sum"`
}

// Vectors is all that is checked in.
type Vectors struct {
	Seed  string  `json:"seed"`
	Key   string  `json:"key"`
	Grown []Grown `json:"grown"`
	Paths []Named `json:"paths"`
	Cases []Case  `json:"cases"`
}

// Named is a tile and its path.
type Named struct {
	Level int    `json:"level"`
	Index int64  `json:"index"`
	Width int    `json:"width"`
	Path  string `json:"path"`
}

const height = 8
const seconds = 1795622400

var sizes = []int64{1, 2, 255, 256, 257, 600, 70000}

// Log is a tree of the leaves SHA-256("leaf 0"), SHA-256("leaf 1") and so on.
type Log struct {
	size   int64
	hashes []tlog.Hash
}

func dataOf(index int64) []byte {
	sum := sha256.Sum256([]byte(fmt.Sprintf("leaf %d", index)))
	return sum[:]
}

func (l *Log) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := []tlog.Hash{}
	for _, index := range indexes {
		found = append(found, l.hashes[index])
	}
	return found, nil
}

func (l *Log) grow(size int64) Grown {
	from := l.size
	for ; l.size < size; l.size++ {
		stored, err := tlog.StoredHashes(l.size, dataOf(l.size), l)
		must(err)
		l.hashes = append(l.hashes, stored...)
	}
	grown := Grown{Size: size, Root: l.root(size), Tiles: []string{}}
	sum := sha256.New()
	tiles := tlog.NewTiles(height, from, size)
	for at, tile := range tiles {
		next := at + 1
		isLast := next == len(tiles) || tiles[next].L != tile.L || tiles[next].N != tile.N
		isOld := from>>(height*tile.L)-tile.N<<height >= int64(tile.W)
		if !isLast || isOld {
			continue
		}
		data, err := tlog.ReadTileData(tile, l)
		must(err)
		sum.Write(data)
		grown.Tiles = append(grown.Tiles, pathOf(tile))
	}
	grown.Sum = hex.EncodeToString(sum.Sum(nil))
	grown.Count = len(grown.Tiles)
	if grown.Count > 6 {
		grown.Tiles = append(grown.Tiles[:3], grown.Tiles[len(grown.Tiles)-3:]...)
	}
	return grown
}

func (l *Log) root(size int64) tlog.Hash {
	root, err := tlog.TreeHash(size, l)
	must(err)
	return root
}

func pathOf(tile tlog.Tile) string { return strings.TrimPrefix(tile.Path(), "tile/8/") }

func makeVectors() Vectors {
	seed := sha256.Sum256([]byte("the key of a log in tests"))
	signers := signersOf("capsule.example/log", seed[:], seconds)
	v := Vectors{Seed: hex.EncodeToString(seed[:]), Key: signers.vkey}
	log := &Log{}
	for _, size := range sizes {
		v.Grown = append(v.Grown, log.grow(size))
	}
	for _, tile := range []tlog.Tile{{8, 0, 0, 256}, {8, 0, 7, 1}, {8, 1, 999, 256}, {8, 0, 1000, 255}, {8, 2, 1234067, 256}, {8, 63, 123456789, 7}} {
		v.Paths = append(v.Paths, Named{tile.L, tile.N, tile.W, pathOf(tile)})
	}
	for _, size := range []int64{1, 2, 7, 8, 255, 600, 70000} {
		v.Cases = append(v.Cases, log.inclusions(size, size-1)[0], log.inclusions(size, size/3)[0])
		v.Cases = append(v.Cases, log.consistencies(size, size)[0], log.consistencies((size+1)/2, size)[0])
	}
	v.Cases = append(v.Cases, log.inclusions(7, 4)...)
	v.Cases = append(v.Cases, log.inclusions(600, 137)...)
	v.Cases = append(v.Cases, log.consistencies(4, 7)...)
	v.Cases = append(v.Cases, log.consistencies(255, 600)...)
	v.Cases = append(v.Cases, log.receipts(signers, 600, 137)...)
	v.Cases = append(v.Cases, log.receipts(signers, 1, 0)[:2]...)
	for at := range v.Cases {
		v.Cases[at].Holds = holds(v.Cases[at])
	}
	return v
}

func (l *Log) inclusions(size, index int64) []Case {
	path, err := tlog.ProveRecord(size, index, l)
	must(err)
	whole := Case{What: "inclusion", Name: "whole", Leaf: tlog.RecordHash(dataOf(index)), Index: index, Size: size, Root: l.root(size), Path: path}
	other := func(name string, change func(*Case)) Case { return changed(whole, name, change) }
	return append([]Case{whole,
		other("another leaf", func(c *Case) { c.Leaf[31] ^= 1 }),
		other("the next index", func(c *Case) { c.Index++ }),
		other("an index before all", func(c *Case) { c.Index = -1 }),
		other("an index behind all", func(c *Case) { c.Index = size }),
		other("twice the size", func(c *Case) { c.Size = size*2 + 1 }),
		other("another root", func(c *Case) { c.Root[0] ^= 128 }),
	}, paths(whole)...)
}

func (l *Log) consistencies(older, size int64) []Case {
	path, err := tlog.ProveTree(size, older, l)
	must(err)
	whole := Case{What: "consistency", Name: "whole", Older: older, OldRoot: l.root(older), Size: size, Root: l.root(size), Path: path}
	other := func(name string, change func(*Case)) Case { return changed(whole, name, change) }
	return append([]Case{whole,
		other("another older root", func(c *Case) { c.OldRoot[9] ^= 2 }),
		other("another root", func(c *Case) { c.Root[9] ^= 2 }),
		other("one leaf fewer before", func(c *Case) { c.Older-- }),
		other("a tree that shrank", func(c *Case) { c.Older, c.Size = size+1, older }),
	}, paths(whole)...)
}

// Paths are those of a whole proof, each damaged in one way.
func paths(whole Case) []Case {
	planted := []Case{changed(whole, "a hash too many", func(c *Case) { c.Path = append(c.Path, c.Root) })}
	if len(whole.Path) == 0 {
		return planted
	}
	return append(planted,
		changed(whole, "a hash too few", func(c *Case) { c.Path = c.Path[1:] }),
		changed(whole, "the last hash cut off", func(c *Case) { c.Path = c.Path[:len(c.Path)-1] }),
		changed(whole, "a changed hash", func(c *Case) { c.Path[len(c.Path)/2][5] ^= 4 }))
}

func changed(whole Case, name string, change func(*Case)) Case {
	whole.Name = name
	whole.Path = append([]tlog.Hash{}, whole.Path...)
	change(&whole)
	return whole
}

// Signers are the two by which a log signs.
type Signers struct {
	own   note.Signer
	timed *Cosigner
	vkey  string
}

func signersOf(name string, seed []byte, at uint64) Signers {
	private := ed25519.NewKeyFromSeed(seed)
	public := private.Public().(ed25519.PublicKey)
	vkey, err := note.NewEd25519VerifierKey(name, public)
	must(err)
	id := strings.SplitN(vkey, "+", 3)[1]
	own, err := note.NewSigner("PRIVATE+KEY+" + name + "+" + id + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	must(err)
	return Signers{own, &Cosigner{name: name, public: public, private: private, seconds: at}, vkey}
}

func signed(body string, signers ...note.Signer) string {
	text, err := note.Sign(&note.Note{Text: body}, signers...)
	must(err)
	return string(text)
}

func (l *Log) receipts(s Signers, size, index int64) []Case {
	path, err := tlog.ProveRecord(size, index, l)
	must(err)
	body := fmt.Sprintf("%s\n%d\n%s\ntime %d\n", s.own.Name(), size, l.root(size), seconds)
	head := fmt.Sprintf("c2sp.org/tlog-proof@v1\nindex %d\n", index)
	for _, hash := range path {
		head += hash.String() + "\n"
	}
	text := signed(body, s.own, s.timed)
	stranger := signersOf(s.own.Name(), dataOf(1), seconds)
	elsewhere := signersOf("elsewhere.example/log", dataOf(2), seconds)
	late := signersOf(s.own.Name(), dataOf(3), seconds)
	late.timed.private, late.timed.public, late.timed.seconds = s.timed.private, s.timed.public, seconds+1
	notes := map[string]string{
		"whole":                         text,
		"a witness beside":              signed(body, s.own, s.timed, elsewhere.timed),
		"its own signature alone":       signed(body, s.own),
		"its cosignature alone":         signed(body, s.timed),
		"another key of its name":       signed(body, stranger.own, stranger.timed),
		"another log":                   signed(body, elsewhere.own, elsewhere.timed),
		"a cosignature of later":        signed(body, s.own, late.timed),
		"another size":                  strings.Replace(text, fmt.Sprintf("\n%d\n", size), fmt.Sprintf("\n%d\n", size+1), 1),
		"another moment":                strings.Replace(text, "time 17", "time 18", 1),
		"a zero before the size":        signed(strings.Replace(body, fmt.Sprintf("\n%d\n", size), fmt.Sprintf("\n0%d\n", size), 1), s.own, s.timed),
		"no moment":                     signed(strings.Replace(body, fmt.Sprintf("time %d\n", seconds), "", 1), s.own, s.timed),
		"a line more":                   signed(body+"more\n", s.own, s.timed),
		"another origin":                signed(strings.Replace(body, "capsule", "capsules", 1), s.own, s.timed),
		"no end of its last line":       strings.TrimSuffix(text, "\n"),
		"ends of lines as on a machine": strings.ReplaceAll(text, "\n", "\r\n"),
		"no signature":                  body + "\n",
	}
	cases := []Case{}
	for _, name := range namesOf(notes) {
		c := Case{What: "receipt", Name: name, Key: s.vkey, Text: head + "\n" + notes[name], Data: hex.EncodeToString(dataOf(index))}
		cases = append(cases, c)
		c.What, c.Text = "checkpoint", notes[name]
		cases = append(cases, c)
	}
	whole := cases[0]
	other := func(name string, change func(*Case)) {
		cases = append(cases, changed(whole, name, change))
	}
	other("other data", func(c *Case) { c.Data = hex.EncodeToString(dataOf(index + 1)) })
	other("the next index", func(c *Case) { c.Text = strings.Replace(c.Text, "index ", "index 1", 1) })
	other("a zero before the index", func(c *Case) { c.Text = strings.Replace(c.Text, "index ", "index 0", 1) })
	other("no index", func(c *Case) { c.Text = strings.Replace(c.Text, "index ", "", 1) })
	other("the next version", func(c *Case) { c.Text = strings.Replace(c.Text, "@v1", "@v2", 1) })
	other("a hash twice", func(c *Case) { c.Text = strings.Replace(c.Text, "\n\n", "\n"+l.root(1).String()+"\n\n", 1) })
	return cases
}

// NamesOf has "whole" first, and the others in their order.
func namesOf(notes map[string]string) []string {
	names := []string{}
	for name := range notes {
		names = append(names, name)
	}
	sort.Slice(names, func(a, b int) bool {
		return names[a] == "whole" || names[b] != "whole" && names[a] < names[b]
	})
	return names
}

func write(value any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(value))
	fmt.Print(text.String())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
