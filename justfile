# The commands of CONTRIBUTING.md by short names, for https://just.systems; nothing here needs it. `just` lists them.

_:
    @just --list --unsorted

# The program, optimised
build *options:
    cargo build --release {{options}}

# The tests
test *options:
    cargo test {{options}}

# The checks before a change lands
ci:
    .ci/run

# All checks, or some; `just full --list` names them
full *steps:
    .ci/full {{steps}}

# The loadable extension
extension:
    cargo build --release --manifest-path extension/Cargo.toml

# The wheel, into target/wheels
wheel:
    python/build-wheel.sh

# The extension in the programs that are installed
hosts *filters:
    tests/hosts/run {{filters}}

# The Python packages, from the wheel
python *options:
    python/tests/run {{options}}

# The packaged crates with the system SQLite
package *filters:
    tests/package/run {{filters}}

# The explorer's pages in Chromium
browser *tests:
    tests/browser/run {{tests}}

# The explorer by its OpenAPI description
api *examples:
    cargo build
    tests/api/run {{examples}}

# Slurm, Snakemake and Spark
engines *engines:
    tests/engines/run {{engines}}

# The fuzz targets, by default each for a minute
fuzz *arguments:
    fuzz/run {{arguments}}

# The tests under load and in odd environments
stress *runs:
    tests/stress/run {{runs}}

# A benchmark: targets, parts, bulk, …
bench name="targets" *arguments:
    cargo bench --bench {{name}} -- {{arguments}}
