package main

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"

	"waitlist.example/waitlist"
)

func events(given input) (any, error) {
	client := clientFor(given.BaseURL, given.APIKey)
	params := &waitlist.ListEventsParams{After: given.After, Types: []string{waitlist.EventSignupCreated}}
	found := [][]string{}
	err := client.EachEvent(context.Background(), params, func(event waitlist.FeedEvent, cursor string) error {
		var data waitlist.SignupCreatedData
		if err := event.Decode(&data); err != nil {
			return err
		}
		found = append(found, []string{event.Type, data.Email, cursor})
		return nil
	})
	return found, err
}

func retries(given input) (any, error) {
	ctx := context.Background()
	client := clientFor(given.BaseURL, "wl_x")
	hurried, err := waitlist.NewClient(given.BaseURL, "wl_x", waitlist.WithTimeout(5*time.Second))
	if err != nil {
		return nil, err
	}
	acme := waitlist.NewWaitlist{Name: "Acme"}
	ada := waitlist.NewSignup{Email: "ada@example.com"}
	calls := map[string]func() map[string]any{
		"read":            func() map[string]any { return result(client.Account.Read(ctx)) },
		"read within 5 s": func() map[string]any { return result(hurried.Account.Read(ctx)) },
		"write":           func() map[string]any { return result(client.Waitlists.Create(ctx, acme)) },
		"write with key": func() map[string]any {
			return result(client.Waitlists.Create(ctx, acme, waitlist.WithIdempotencyKey("one")))
		},
		"signup": func() map[string]any { return result(client.Signups.Create(ctx, "w", ada)) },
		"signup, waiting": func() map[string]any {
			return result(client.Signups.Create(ctx, "w", ada, waitlist.WaitForLimit()))
		},
		"upload": func() map[string]any {
			return result(client.Imports.Create(ctx, "w", strings.NewReader("email\nada@example.com\n"), nil))
		},
	}
	report := []any{}
	for _, name := range given.Calls {
		report = append(report, calls[name]())
	}
	return report, nil
}

type webhookCase struct {
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Secret  string            `json:"secret"`
	Now     int64             `json:"now"`
}

func webhooks(given input) (any, error) {
	report := []string{}
	for _, each := range given.Cases {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		body, err := base64.StdEncoding.DecodeString(each.Body)
		if err != nil {
			return nil, err
		}
		event, err := waitlist.VerifyWebhookAt(header, body, each.Secret, time.Unix(each.Now, 0))
		if errors.Is(err, waitlist.ErrWebhook) {
			report = append(report, "refused")
			continue
		}
		if err != nil {
			return nil, err
		}
		var data waitlist.SignupCreatedData
		if err := event.Decode(&data); err != nil {
			return nil, err
		}
		report = append(report, event.Type+" "+data.Email)
	}
	return report, nil
}
