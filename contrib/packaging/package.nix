# A Nix package of the program, from this repository:
#
#     nix-build --expr '(import <nixpkgs> { }).callPackage ./contrib/packaging/package.nix { }'
{ lib, rustPlatform, installShellFiles }:

rustPlatform.buildRustPackage {
  pname = "nqdb";
  version = (lib.importTOML ../../Cargo.toml).workspace.package.version;
  src = lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;
  buildAndTestSubdir = "crates/cli";

  nativeBuildInputs = [ installShellFiles ];
  # The tests take minutes and compile the library again; `cargo test` runs them.
  doCheck = false;

  postInstall = ''
    for shell in bash zsh fish; do $out/bin/nqdb completions $shell > nqdb.$shell; done
    installShellCompletion nqdb.{bash,zsh,fish}
    $out/bin/nqdb man man && installManPage man/*
  '';

  meta = {
    description = "Look up any solution of the N-queens problem by rank, orbit or queens";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "nqdb";
  };
}
