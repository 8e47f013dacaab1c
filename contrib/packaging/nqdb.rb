# A Homebrew formula. It builds the published crate; `sha256` is that of the file at `url`.
class Nqdb < Formula
  desc "Look up any solution of the N-queens problem by rank, orbit or queens"
  homepage "https://crates.io/crates/nqdb-cli"
  url "https://static.crates.io/crates/nqdb-cli/nqdb-cli-0.1.0.crate"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable bin/"nqdb", "completions"
    system bin/"nqdb", "man", man1
  end

  test do
    assert_equal "2 8 10 4 1 5 9 6 3 7\n", shell_output("#{bin}/nqdb unrank 10 100")
    ENV["NQDB_DB"] = testpath/"queens.db"
    system bin/"nqdb", "build", "8"
    assert_match "92", shell_output("#{bin}/nqdb sql 'SELECT count(*) FROM nq_solutions(8)'")
  end
end
