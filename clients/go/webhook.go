package waitlist

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ErrWebhook is what all errors of VerifyWebhook are: the request is not authentic or not recent. Answer 400 or 401.
var ErrWebhook = errors.New("waitlist: the webhook is not authentic")

type webhookError string

func (e webhookError) Error() string        { return "waitlist: " + string(e) }
func (e webhookError) Is(target error) bool { return target == ErrWebhook }

// WebhookEvent is the body of a webhook.
type WebhookEvent struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Decode reads the data, such as that of EventSignupCreated into a SignupCreatedData.
func (e WebhookEvent) Decode(data any) error { return json.Unmarshal(e.Data, data) }

// WebhookTolerance is how far the timestamp of a webhook may be off.
const WebhookTolerance = 5 * time.Minute

// VerifyWebhook verifies that a request comes from the service, is unchanged and is recent. It takes the headers of Standard
// Webhooks (webhook-*), else those of the service (service-*). body are the bytes as they came: a body that was parsed and
// serialised again has another signature.
func VerifyWebhook(header http.Header, body []byte, secret string) (*WebhookEvent, error) {
	return VerifyWebhookAt(header, body, secret, time.Now())
}

// VerifyWebhookAt compares the timestamp with another time than now.
func VerifyWebhookAt(header http.Header, body []byte, secret string, now time.Time) (*WebhookEvent, error) {
	if secret == "" {
		return nil, errors.New("waitlist: the signing secret is empty")
	}
	signed, err := readSigned(header, secret)
	if err != nil {
		return nil, err
	}
	if !timestampPattern.MatchString(signed.timestamp) || len(signed.signatures) == 0 {
		return nil, webhookError("the timestamp or the signature is malformed")
	}
	mac := hmac.New(sha256.New, signed.key)
	mac.Write([]byte(signed.before))
	mac.Write(body)
	expected := mac.Sum(nil)
	matches := false
	for _, signature := range signed.signatures {
		matches = hmac.Equal(expected, signature) || matches
	}
	if !matches {
		return nil, webhookError("the signature does not match the body and the secret")
	}
	seconds, err := strconv.ParseInt(signed.timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > WebhookTolerance {
		return nil, webhookError("the timestamp is too old or in the future")
	}
	var event WebhookEvent
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, webhookError("the body is not JSON")
	}
	return &event, nil
}

var (
	timestampPattern = regexp.MustCompile(`^[0-9]{1,12}$`)
	standardPattern  = regexp.MustCompile(`^v1,([A-Za-z0-9+/]{43}=)$`)
	servicePattern   = regexp.MustCompile(`^v1=([0-9a-f]{64})$`)
	secretPattern    = regexp.MustCompile(`^whsec_([A-Za-z0-9+/]{43}=)$`)
)

// signedHeaders are what the headers say.
type signedHeaders struct {
	timestamp string
	// before is what is signed before the body.
	before     string
	key        []byte
	signatures [][]byte
}

// readSigned prefers the headers webhook-*: while a rotated secret signs too, only they have the signatures of both.
func readSigned(header http.Header, secret string) (signedHeaders, error) {
	id, hasID := single(header, "webhook-id")
	timestamp, hasTimestamp := single(header, "webhook-timestamp")
	standard, hasStandard := single(header, "webhook-signature")
	if hasID && hasTimestamp && hasStandard {
		signed := signedHeaders{timestamp: timestamp, before: id + "." + timestamp + ".", key: standardKey(secret)}
		for _, each := range strings.Split(standard, " ") {
			if match := standardPattern.FindStringSubmatch(each); match != nil {
				if signature, err := base64.StdEncoding.DecodeString(match[1]); err == nil {
					signed.signatures = append(signed.signatures, signature)
				}
			}
		}
		return signed, nil
	}
	timestamp, hasTimestamp = single(header, "service-timestamp")
	signature, hasSignature := single(header, "service-signature")
	if !hasTimestamp || !hasSignature {
		return signedHeaders{}, webhookError("the headers webhook-id, webhook-timestamp and webhook-signature are " +
			"required, once each; or service-timestamp and service-signature")
	}
	signed := signedHeaders{timestamp: timestamp, before: timestamp + ".", key: []byte(secret)}
	if match := servicePattern.FindStringSubmatch(signature); match != nil {
		if bytes, err := hex.DecodeString(match[1]); err == nil {
			signed.signatures = [][]byte{bytes}
		}
	}
	return signed, nil
}

// standardKey is the 32 bytes of a secret that the service made; an older or a self-chosen one is the key itself.
func standardKey(secret string) []byte {
	if match := secretPattern.FindStringSubmatch(secret); match != nil {
		if key, err := base64.StdEncoding.Strict().DecodeString(match[1]); err == nil {
			return key
		}
	}
	return []byte(secret)
}

// single is the value of a header, unless it is missing or repeated.
func single(header http.Header, name string) (string, bool) {
	values := header.Values(name)
	if len(values) != 1 {
		return "", false
	}
	return values[0], true
}
