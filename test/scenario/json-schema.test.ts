import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenarioFormText } from '../../src/scenario/json-schema';

const published = readFileSync('public/scenario.schema.json', 'utf8');

interface Form {
  readonly properties: Readonly<Record<string, Form & { readonly pattern?: string }>>;
  readonly required: readonly string[];
}

describe('the published form of scenario files', () => {
  it('is that of the schema they are read by', () => {
    expect(published === scenarioFormText(), 'It is out of date: "npm run build" writes it again.').toBe(
      true,
    );
  });

  it('asks for what an author must write, and leaves to choice what has a default', () => {
    const form = JSON.parse(published) as Form;
    expect(form.required).toEqual(['course', 'stage', 'given', 'designs', 'schedule', 'expect']);
    expect(Object.keys(form.properties)).toEqual(
      expect.arrayContaining(['budget', 'ends', 'lesson', 'shows']),
    );
  });

  it.each(readdirSync('scenarios'))('is found by an editor that opens %s', (folder) => {
    const file = JSON.parse(readFileSync(`scenarios/${folder}/scenario.json`, 'utf8')) as object;
    expect(file).toMatchObject({ $schema: '../../public/scenario.schema.json' });
  });
});
