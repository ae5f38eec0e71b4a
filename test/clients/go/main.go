// What the tests have the Go client do: the command names it, standard input has its JSON, standard output the report.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"

	"waitlist.example/waitlist"
)

var commands = map[string]func(given input) (any, error){
	"operations": operations,
	"story":      story,
	"events":     events,
	"retries":    retries,
	"webhooks":   webhooks,
}

type input struct {
	BaseURL    string          `json:"base_url"`
	APIKey     string          `json:"api_key"`
	ReadingKey string          `json:"reading_key"`
	FreeKey    string          `json:"free_key"`
	UnknownID  string          `json:"unknown_id"`
	After      string          `json:"after"`
	Operations []operationCall `json:"operations"`
	Calls      []string        `json:"calls"`
	Cases      []webhookCase   `json:"cases"`
}

func main() {
	var given input
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	report, err := commands[os.Args[1]](given)
	if err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(report); err != nil {
		panic(err)
	}
}

var kinds = map[string]func(error) bool{
	"invalid_request": waitlist.IsInvalidRequest,
	"unauthorized":    waitlist.IsUnauthorized,
	"quota_exceeded":  waitlist.IsQuotaExceeded,
	"forbidden":       waitlist.IsForbidden,
	"not_found":       waitlist.IsNotFound,
	"conflict":        waitlist.IsConflict,
	"rate_limited":    waitlist.IsRateLimited,
}

// outcome is what a call returns, or what is to be told of its error.
func outcome(answer any, err error) map[string]any {
	if err == nil {
		if file, ok := answer.(io.ReadCloser); ok {
			defer file.Close()
			text, err := io.ReadAll(file)
			if err != nil {
				panic(err)
			}
			return map[string]any{"answer": string(text)}
		}
		return map[string]any{"answer": answer}
	}
	var refusal *waitlist.Error
	if !errors.As(err, &refusal) {
		return map[string]any{"kind": "connection"}
	}
	kind := ""
	for name, is := range kinds {
		if is(err) {
			kind += name
		}
	}
	return map[string]any{
		"status":      refusal.Status,
		"kind":        kind,
		"code":        refusal.Code,
		"message":     refusal.Message,
		"request_id":  refusal.RequestID,
		"retry_after": refusal.RetryAfter.Seconds(),
		"field":       refusal.Field,
		"problem":     refusal.Problem,
	}
}
