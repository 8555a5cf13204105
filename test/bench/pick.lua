-- Asks for random targets. Arguments: a file with a line `target<TAB>entity tag` for each, and the seed of the choice.
local requests = {}

function init(args)
  math.randomseed(tonumber(args[2]))
  for line in io.lines(args[1]) do
    local target, tag = line:match("^([^\t]*)\t(.*)$")
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if tag ~= "" then headers["If-None-Match"] = tag end
    requests[#requests + 1] = wrk.format("GET", target, headers)
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"duration":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
