// Package waitlist calls the waitlist service. Use it on your server: an API key must never reach a browser.
//
//	client, err := waitlist.NewClient("http://localhost:3000", apiKey)
//	signup, err := client.Signups.Create(ctx, waitlistID, waitlist.NewSignup{Email: "ada@example.com"})
//	fmt.Printf("You are number %d.\n", signup.Position)
package waitlist
