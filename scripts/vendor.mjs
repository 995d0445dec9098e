// Copies the libraries the client is served with from node_modules to static/vendor: bare
// specifiers become relative ones (no import map is needed), source maps are cut off, and
// vendor.json says what came from where, with hashes. `--check` compares instead of writing.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const target = new URL('static/vendor/', root);

/** What is vendored: the file served, the package's file, and the specifier it stands for. */
const modules = [
  { file: 'preact.js', pkg: 'preact', from: 'dist/preact.mjs', specifier: 'preact' },
  { file: 'hooks.js', pkg: 'preact', from: 'hooks/dist/hooks.mjs', specifier: 'preact/hooks' },
];

/** @param {string} path */
const text = (path) => readFile(new URL(path, root), 'utf8');

/** @param {string} code */
function rewrite(code) {
  let out = code.replace(/\n?\/\/# sourceMappingURL=.*\s*$/u, '');
  for (const { specifier, file } of modules) {
    for (const quote of ['"', "'"]) {
      out = out.replaceAll(`${quote}${specifier}${quote}`, `${quote}./${file}${quote}`);
    }
  }
  const left = /(?:from|import)\s*["']([^."'][^"']*)["']/u.exec(out);
  if (left) throw new Error(`a bare specifier is left: ${left[1]}`);
  return `${out.trimEnd()}\n`;
}

async function build() {
  /** @type {Map<string, string>} */
  const files = new Map();
  const index = [];
  const licences = new Map();
  for (const { file, pkg, from, specifier } of modules) {
    const meta = JSON.parse(await text(`node_modules/${pkg}/package.json`));
    const code = rewrite(await text(`node_modules/${pkg}/${from}`));
    files.set(file, code);
    files.set(file.replace(/\.js$/u, '.d.ts'), `export * from '${specifier}';\n`);
    licences.set(pkg, `${pkg} ${meta.version} (${meta.license})\n\n${(await text(`node_modules/${pkg}/LICENSE`)).trim()}\n`);
    index.push({
      file,
      pkg,
      version: meta.version,
      sha384: createHash('sha384').update(code).digest('base64'),
    });
  }
  files.set('LICENSES.txt', [...licences.values()].join('\n---\n\n'));
  files.set('vendor.json', `${JSON.stringify(index, null, 2)}\n`);
  return files;
}

async function check(files) {
  const present = await readdir(target).catch(() => []);
  const wrong = present.filter((name) => !files.has(name)).map((name) => `${name}: not ours`);
  for (const [name, wanted] of files) {
    const found = await readFile(new URL(name, target), 'utf8').catch(() => null);
    if (found !== wanted) wrong.push(`${name}: ${found === null ? 'missing' : 'differs'}`);
  }
  return wrong;
}

const files = await build();
if (process.argv.includes('--check')) {
  const wrong = await check(files);
  if (wrong.length) {
    console.error(`static/vendor is not current (run scripts/vendor.mjs):\n  ${wrong.join('\n  ')}`);
    process.exit(1);
  }
  console.log('static/vendor is current');
} else {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const [name, content] of files) await writeFile(new URL(name, target), content);
  console.log(`wrote ${files.size} files to ${fileURLToPath(target)}`);
}
