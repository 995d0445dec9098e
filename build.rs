//! Embeds `static/`: writes a table of its files, sorted by path, into `$OUT_DIR/assets.rs`, and
//! the build, the first 12 hex digits of the SHA-256 of their paths and bytes.
//!
//! Type declarations (`*.d.ts`) and hidden files are for developers and stay out. Without the
//! folder the table is empty, and the server serves its API alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest as _, Sha256};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=static");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let root = root.join("static");
    let mut files = Vec::new();
    if root.is_dir() {
        walk(&root, &root, &mut files)?;
    }
    files.sort();

    let mut all = Sha256::new();
    let mut table = String::new();
    for (name, path) in &files {
        let bytes = fs::read(path)?;
        all.update(name.as_bytes());
        all.update([0]);
        all.update((bytes.len() as u64).to_le_bytes());
        all.update(&bytes);
        let mime = mime(name);
        let tag = hex(&Sha256::digest(&bytes), 16);
        writeln!(
            table,
            "    File {{ path: {name:?}, mime: {mime:?}, tag: {tag:?}, bytes: include_bytes!({path:?}) }},"
        )
        .expect("a string takes all");
    }
    let build = hex(&all.finalize(), 12);
    let code = format!(
        "/// The build.\npub const BUILD: &str = {build:?};\n\
         /// Every file of `static/`, sorted by path.\n\
         pub(super) static FILES: &[File] = &[\n{table}];\n"
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("assets.rs"), code)
}

/// Collects every file below `folder` as its name relative to `root` (with `/`) and its path.
fn walk(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.strip_prefix(root).expect("below the root").to_str();
        let name = name
            .ok_or_else(|| io::Error::other("file names are UTF-8"))?
            .replace('\\', "/");
        let hidden = path
            .file_name()
            .is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        if hidden || name.ends_with(".d.ts") {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, files)?;
        } else {
            files.push((name, path));
        }
    }
    Ok(())
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

fn hex(bytes: &[u8], digits: usize) -> String {
    let mut text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    text.truncate(digits);
    text
}
