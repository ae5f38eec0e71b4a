require "json"
require "openssl"
require "socket"

SECRET = ENV.fetch("SIGNING_SECRET")
$stdout.sync = true

def genuine?(headers, body)
  timestamp = headers.fetch("service-timestamp", "")
  return false unless timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300 # five minutes

  expected = "v1=#{OpenSSL::HMAC.hexdigest("SHA256", SECRET, "#{timestamp}.#{body}")}"
  OpenSSL.secure_compare(expected, headers.fetch("service-signature", ""))
end

# In Rack or Rails the same check takes request.body.read (or request.raw_post) and the headers.
server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
loop do
  client = server.accept
  client.gets
  headers = {}
  while (line = client.gets.to_s.chomp) != ""
    name, value = line.split(": ", 2)
    headers[name.downcase] = value
  end
  body = client.read(headers.fetch("content-length", "0").to_i) || "" # the bytes as they came
  genuine = genuine?(headers, body)
  if genuine
    event = JSON.parse(body)
    puts "#{event["type"]} #{event["data"]["email"]}"
  end
  client.write("HTTP/1.1 #{genuine ? "204 No Content" : "401 Unauthorized"}\r\nConnection: close\r\n\r\n")
rescue SystemCallError
  # the caller hung up
ensure
  client&.close
end
