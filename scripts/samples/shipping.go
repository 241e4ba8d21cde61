// Shipping logs with log/slog's text handler. Reads what is said as lines of JSON, writes the log.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"sort"
	"strings"
	"time"
)

type said struct {
	At     int64
	Level  string
	Text   string
	Fields map[string]any
}

func main() {
	handler := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug}).
		WithAttrs([]slog.Attr{slog.String("service", "shipping"), slog.String("host", "app-2")})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var line said
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			panic(err)
		}
		var level slog.Level
		if err := level.UnmarshalText([]byte(strings.ToUpper(line.Level))); err != nil {
			panic(err)
		}
		record := slog.NewRecord(time.UnixMilli(line.At).UTC(), level, line.Text, 0)
		keys := make([]string, 0, len(line.Fields))
		for key := range line.Fields {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		for _, key := range keys {
			record.AddAttrs(slog.Any(key, line.Fields[key]))
		}
		if err := handler.Handle(context.Background(), record); err != nil {
			panic(err)
		}
	}
}
