package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"waitlist.example/waitlist"
)

func story(given input) (any, error) {
	ctx := context.Background()
	client := clientFor(given.BaseURL, given.APIKey)
	stranger := clientFor(given.BaseURL+"/", "wl_x")
	reader := clientFor(given.BaseURL, given.ReadingKey)
	free := clientFor(given.BaseURL, given.FreeKey)

	acme := waitlist.NewWaitlist{Name: "Acme Notes"}
	first, err := client.Waitlists.Create(ctx, acme, waitlist.WithIdempotencyKey("acme"))
	if err != nil {
		return nil, err
	}
	again, err := client.Waitlists.Create(ctx, acme, waitlist.WithIdempotencyKey("acme"))
	if err != nil {
		return nil, err
	}
	field := waitlist.NewField{Key: "company", Label: "Company", Type: "string"}
	if _, err := client.Fields.Create(ctx, first.ID, field); err != nil {
		return nil, err
	}
	ada, err := client.Signups.Create(ctx, first.ID, waitlist.NewSignup{
		Email:  "ada@example.com",
		Fields: map[string]any{"company": "A & B=1"},
	})
	if err != nil {
		return nil, err
	}
	bob, err := client.Signups.Create(ctx, first.ID, waitlist.NewSignup{
		Email:        "bob@example.com",
		ReferralCode: waitlist.Value(ada.ReferralCode),
		Include:      []string{"created"},
	})
	if err != nil {
		return nil, err
	}
	people := waitlist.NewSignups{Notify: waitlist.Value(true)}
	for number := 0; number < 250; number++ {
		people.Signups = append(people.Signups, waitlist.NewSignup{Email: fmt.Sprintf("person%d@example.com", number)})
	}
	added, err := client.Signups.Add(ctx, first.ID, people, waitlist.WithIdempotencyKey("people"))
	if err != nil {
		return nil, err
	}
	list, err := client.Signups.List(ctx, first.ID, &waitlist.ListSignupsParams{
		Fields:  map[string]any{"company": "A & B=1"},
		Include: []string{"confirmation", "rewards"},
	})
	if err != nil {
		return nil, err
	}
	found := [][]any{}
	for _, signup := range list.Data {
		found = append(found, []any{signup.Email, signup.Confirmation, signup.Rewards})
	}
	file, err := client.Signups.Export(ctx, first.ID, &waitlist.ExportSignupsParams{Email: "ada@example.com"})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	sites := []any{}
	for _, site := range []waitlist.Optional[string]{waitlist.Value("https://acme.com/"), waitlist.Null[string]()} {
		settings, err := client.Settings.Update(ctx, first.ID, waitlist.WaitlistSettingsChange{
			Links: waitlist.Value(waitlist.WaitlistSettingsChangeLinks{SiteURL: site}),
		})
		if err != nil {
			return nil, err
		}
		sites = append(sites, settings.Links.SiteURL)
	}
	all, err := positions(ctx, client.Signups.Iterate(first.ID, nil), 1_000)
	if err != nil {
		return nil, err
	}
	few, err := positions(ctx, client.Signups.Iterate(first.ID, nil), 3)
	if err != nil {
		return nil, err
	}
	oldest := []string{}
	matching := client.Signups.Iterate(first.ID, &waitlist.ListSignupsParams{Q: "bob@", Order: "oldest"})
	for matching.Next(ctx) {
		oldest = append(oldest, matching.Value().Email)
	}
	if _, err := free.Waitlists.Create(ctx, waitlist.NewWaitlist{Name: "One"}); err != nil {
		return nil, err
	}
	links, err := client.Signups.ReadLinks(ctx, first.ID, ada.ID)
	if err != nil {
		return nil, err
	}
	status, err := client.Status.Read(ctx, *links.StatusToken)
	if err != nil {
		return nil, err
	}
	hasActions := true
	audit := client.Account.IterateAuditLog(nil)
	for audit.Next(ctx) {
		hasActions = hasActions && audit.Value().Action != ""
	}
	nonsense := client.Signups.Iterate("nonsense", nil)
	nonsense.Next(ctx)
	return map[string]any{
		"waitlist":  first.ID,
		"repeated":  first.ID == again.ID,
		"positions": []int{ada.Position, bob.Position},
		"created":   bob.Created,
		"added":     added.Created,
		"found":     found,
		"exported":  len(strings.Split(strings.TrimSpace(string(text)), "\n")),
		"site":      sites,
		"all":       all,
		"oldest":    oldest,
		"few":       few,
		"status":    status.Position,
		"audit":     hasActions && audit.Err() == nil,
		"errors": []any{
			result(client.Waitlists.Read(ctx, given.UnknownID)),
			result(client.Waitlists.Create(ctx, acme)),
			result(client.Signups.Create(ctx, first.ID, waitlist.NewSignup{Email: "none"})),
			result(stranger.Account.Read(ctx)),
			result(reader.Waitlists.Create(ctx, waitlist.NewWaitlist{Name: "Other"})),
			result(free.Waitlists.Create(ctx, waitlist.NewWaitlist{Name: "Two"})),
			outcome(nil, nonsense.Err()),
		},
	}, nil
}

func clientFor(baseURL, key string) *waitlist.Client {
	client, err := waitlist.NewClient(baseURL, key)
	if err != nil {
		panic(err)
	}
	return client
}

func result[T any](answer T, err error) map[string]any { return outcome(answer, err) }

// positions are those of at most so many signups.
func positions(ctx context.Context, signups *waitlist.Iterator[waitlist.Signup], atMost int) ([]int, error) {
	found := []int{}
	for len(found) < atMost && signups.Next(ctx) {
		found = append(found, signups.Value().Position)
	}
	return found, signups.Err()
}
