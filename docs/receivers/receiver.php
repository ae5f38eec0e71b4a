<?php

function is_genuine(string $secret, string $body): bool
{
    $timestamp = $_SERVER['HTTP_SERVICE_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) { // older than five minutes
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', "$timestamp.$body", $secret);
    return hash_equals($expected, $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? '');
}

$body = file_get_contents('php://input'); // the bytes as they came
if (!is_genuine(getenv('SIGNING_SECRET'), $body)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
error_log("{$event['type']} {$event['data']['email']}");
http_response_code(204);
