// Builds the page into rete_chess/web/static, or into the folder that is named. The same sources always
// give the same bytes: names carry a hash of what they hold, and nothing depends on the time or the place.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "..", "rete_chess", "web", "static"));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const result = await build({
  absWorkingDir: here,
  preserveSymlinks: true, // a linked node_modules is the same place
  entryPoints: { app: "src/main.tsx", page: "styles/page.css" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".yaml": "text" },
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  metafile: true,
  logLevel: "warning",
});

await writeFile(join(out, "index.html"), await page(result.metafile));
await copyFile(join(here, "icon.svg"), join(out, "icon.svg"));
await writeFile(join(out, "LICENSES.txt"), await licences(result.metafile));

/** The page itself, with the names of the files it begins with. */
async function page(metafile) {
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: path.split("/").pop(), ...output }));
  const script = outputs.find((output) => output.entryPoint === "src/main.tsx");
  const style = outputs.find((output) => output.entryPoint === "styles/page.css");
  const preloaded = script.imports.filter((found) => found.kind === "import-statement").map((found) => found.path.split("/").pop());
  const links = preloaded.map((name) => `<link rel="modulepreload" href="/static/${name}">`).join("\n");
  const template = await readFile(join(here, "index.html"), "utf8");
  return template
    .replace("<!-- preload -->", links)
    .replace("app.js", script.name)
    .replace("page.css", style.name);
}

/** The licences of everything that is bundled. */
async function licences(metafile) {
  const names = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  const parts = [];
  for (const name of [...names].sort()) {
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), "utf8") : `License: ${about.license}`;
    parts.push(`${name} ${about.version} (${about.license})\n\n${text.trim()}\n`);
  }
  return `What the page is made of beside its own sources:\n\n${parts.join(`\n${"-".repeat(72)}\n\n`)}`;
}
