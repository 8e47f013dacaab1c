# Short names for the commands of CONTRIBUTING.md, for https://just.systems; nothing else needs it. `just` lists them.

_:
    @just --list --unsorted

# Build the optimised program
build *options:
    cargo build --release {{options}}

# Run the tests
test *options:
    cargo test {{options}}

# Run the checks before a change lands
ci:
    .ci/run

# Run all checks, or some; `just full --list` lists them
full *steps:
    .ci/full {{steps}}

# Build the loadable extension
extension:
    cargo build --release --manifest-path crates/extension/Cargo.toml

# Build the wheel, into target/wheels
wheel:
    crates/python/build-wheel.sh

# Test the extension in the installed programs
hosts *filters:
    tests/hosts/run {{filters}}

# Test the Python packages, from the wheel
python *options:
    crates/python/tests/run {{options}}

# Test the packaged crates with the system SQLite
package *filters:
    tests/package/run {{filters}}

# Test the explorer's pages in Chromium
browser *tests:
    tests/browser/run {{tests}}

# Test the explorer against its OpenAPI description
api *examples:
    cargo build
    tests/api/run {{examples}}

# Test Slurm, Snakemake and Spark
engines *engines:
    tests/engines/run {{engines}}

# Run the fuzz targets, by default each for a minute
fuzz *arguments:
    crates/fuzz/run {{arguments}}

# Run commands with 512 MiB of address space
limits program="target/debug/nqdb" text="":
    tests/limits/run {{program}} {{text}}

# Run the tests under load and in unusual environments
stress *runs:
    tests/stress/run {{runs}}

# Run a benchmark: targets, parts, bulk, …
bench name="targets" *arguments:
    cargo bench --bench {{name}} -- {{arguments}}
