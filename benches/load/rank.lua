-- The requests of a load test. The argument is the kind of URLs. wrk stops after WANTED requests.
local wanted = tonumber(os.getenv("WANTED") or "") or math.huge
local kind, asked = "same", 0
local last = { [8] = 92, [10] = 724, [12] = 14200, [14] = 365596, [20] = 39029188884 }
local sizes = { 8, 10, 12, 14, 20 }

function init(args)
    kind = args[1]
    math.randomseed(1)
end

local function rank(n)
    return string.format("%d", math.floor(math.random() * last[n]) + 1)
end

function request()
    asked = asked + 1
    local path = "/8/57.json"
    if kind == "queens" then
        path = "/20/" .. rank(20) .. ".json?only=queens"
    elseif kind == "solution" then
        path = "/20/" .. rank(20) .. ".json"
    elseif kind == "mixed" then
        local n = sizes[math.random(#sizes)]
        local form = ({ ".json?only=queens", ".txt", ".csv", ".json?only=queens" })[math.random(4)]
        path = "/" .. n .. "/" .. rank(n) .. form
    end
    return wrk.format("GET", path, { Host = "localhost" })
end

local answered = 0
function response()
    answered = answered + 1
    if answered >= wanted then
        wrk.thread:stop()
    end
end
