package waitlist

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

// Client calls the API, with a field for each resource: client.Signups.Create. Error answers are an *Error. Goroutines can
// share a client.
type Client struct {
	Resources
}

// An Option changes a new client.
type Option func(*transport)

// WithHTTPClient makes requests with this client, such as one with another timeout or transport. It must not follow
// redirects with the API key to another host.
func WithHTTPClient(client *http.Client) Option {
	return func(t *transport) { t.http = client }
}

// WithTimeout sets how long one attempt may take; 30 seconds by default. Downloads and uploads end with their context alone.
func WithTimeout(timeout time.Duration) Option {
	return func(t *transport) { t.timeout = timeout }
}

// WithRetries sets how often a request is retried, and the longest wait before a retry; 2 times and a minute by default.
func WithRetries(max int, maxWait time.Duration) Option {
	return func(t *transport) { t.maxRetries, t.maxWait = max, maxWait }
}

// NewClient makes a client. baseURL is that of the service, without /v1.
func NewClient(baseURL, apiKey string, options ...Option) (*Client, error) {
	if !strings.HasPrefix(baseURL, "http://") && !strings.HasPrefix(baseURL, "https://") {
		return nil, errors.New("waitlist: the base URL must begin with http:// or https://")
	}
	t := &transport{
		baseURL:    strings.TrimRight(baseURL, "/"),
		apiKey:     apiKey,
		timeout:    30 * time.Second,
		maxRetries: 2,
		maxWait:    time.Minute,
		http: &http.Client{
			// The API redirects no request of a client, and the key must not follow to another address.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for _, option := range options {
		option(t)
	}
	return &Client{newResources(t)}, nil
}

// String shows no key, wherever a client is printed.
func (c *Client) String() string { return "waitlist.Client" }

// GoString shows no key either.
func (c *Client) GoString() string { return "waitlist.Client" }

// A CallOption changes one call.
type CallOption func(*callOptions)

type callOptions struct {
	idempotencyKey string
	header         http.Header
	waitForLimit   bool
}

// WithIdempotencyKey makes a call safe to repeat for 24 hours: 1 to 255 printable ASCII characters, new for each call. The
// client then also retries after a broken connection. Operations that take no key return an error.
func WithIdempotencyKey(key string) CallOption {
	return func(o *callOptions) { o.idempotencyKey = key }
}

// WithHeader adds a header.
func WithHeader(name, value string) CallOption {
	return func(o *callOptions) { o.header.Set(name, value) }
}

// WaitForLimit makes Signups.Create wait and retry after 429, as other calls do. Without it a visitor's signup returns at
// once, with RetryAfter.
func WaitForLimit() CallOption {
	return func(o *callOptions) { o.waitForLimit = true }
}
