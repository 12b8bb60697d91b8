// Runs the tests of the pure modules: each is bundled with esbuild, then run by node's own test runner.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const found = (await readdir(join(here, "test"))).filter((name) => name.endsWith(".test.ts")).sort();
const names = wanted.length ? found.filter((name) => wanted.some((word) => name.includes(word))) : found;
const out = await mkdtemp(join(tmpdir(), "page-test-"));
try {
  await symlink(join(here, "node_modules"), join(out, "node_modules"));
  await build({
    absWorkingDir: here,
    entryPoints: names.map((name) => join("test", name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".json": "json", ".yaml": "text" },
    logLevel: "warning",
  });
  const files = names.map((name) => join(out, basename(name).replace(/\.ts$/, ".mjs")));
  const env = { ...process.env, LOGS: join(here, "test", "logs") };
  const done = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit", env });
  process.exitCode = done.status ?? 1;
} finally {
  await rm(out, { recursive: true, force: true });
}
