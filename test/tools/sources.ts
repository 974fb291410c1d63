// The repository as the architecture test sees it: files, what each one imports, and its string literals.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface Source {
  /** From the top of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly strings: readonly string[];
  readonly isBarrel: boolean;
}

export interface Import {
  readonly specifier: string;
  /** The file of this repository that is meant, or undefined for a package. */
  readonly file: string | undefined;
  /** Nothing of it is left once the types are stripped. */
  readonly isOfTypes: boolean;
}

const top = fileURLToPath(new URL('../..', import.meta.url));

/** Every code file below a folder, parsed. A folder that does not exist yet holds none. */
export function sourcesBelow(folder: string): Source[] {
  return filesBelow(folder)
    .filter((file) => /\.(ts|js|svelte)$/.test(file) && !file.endsWith('.d.ts'))
    .map(parse);
}

export function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

export function entriesOf(folder: string) {
  const place = path.join(top, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function read(file: string): string {
  return readFileSync(path.join(top, file), 'utf8');
}

export function exists(file: string): boolean {
  return existsSync(path.join(top, file));
}

function parse(file: string): Source {
  const text = read(file);
  const code = file.endsWith('.svelte') ? scriptsOf(text) : text;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const imports: Import[] = [];
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) {
      imports.push({ specifier, file: resolve(file, specifier), isOfTypes: isOfTypes(node) });
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) strings.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path: file, text, imports, strings, isBarrel: isBarrel(tree) };
}

function scriptsOf(component: string): string {
  return [...component.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n');
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return literal(node.arguments[0]);
  }
  // How a page names the file of a worker: new URL('./explore.worker.ts', import.meta.url).
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
    const first = literal(node.arguments?.[0]);
    return first?.startsWith('.') && /\.(ts|js)$/.test(first) ? first : undefined;
  }
  return undefined;
}

function isOfTypes(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node)) return false;
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function literal(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function resolve(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const file = path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const endings = ['', '.ts', '.js', '.svelte', '/index.ts'];
  const found = endings.map((ending) => file + ending).find((candidate) => isFile(candidate));
  return found ?? file;
}

function isFile(file: string): boolean {
  return exists(file) && /\.\w+$/.test(file);
}

function isBarrel(tree: ts.SourceFile): boolean {
  const statements = [...tree.statements];
  return (
    statements.some((each) => ts.isExportDeclaration(each)) &&
    statements.every((each) => ts.isExportDeclaration(each) || ts.isImportDeclaration(each))
  );
}
