import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../installation/home.ts';
import { listTestFiles } from './list-tests.ts';
import { EVERYTHING_FILES, filesWithoutPrograms, NEWCOMER_FILES, type RunName, type StageName, stagesOf } from './stages.ts';

const listed = listTestFiles();
const RUNS: readonly RunName[] = ['newcomer', 'landing', 'everything'];

/** Lists the test files of a run, with all files of a stage that has no list. */
function filesOf(run: RunName, files = listed): string[] {
  return stagesOf(run, files).flatMap((stage) => stage.files ?? filesOfProjects(stage.projects, files));
}

const filesOfProjects = (projects: readonly string[], files = listed): string[] =>
  files.filter(({ project }) => projects.includes(project)).map(({ file }) => file);

const stageOf = (run: RunName, name: StageName) => stagesOf(run, listed).find((stage) => stage.name === name) ?? expect.fail();

describe('the landing', () => {
  it('runs a new file of each project without an entry', () => {
    const added = ['fast', 'system', 'torture', 'process', 'journeys', 'einvoice', 'qemu'].map((project) => ({
      file: `new/${project}.test.ts`,
      project,
    }));
    expect(filesOf('landing', [...listed, ...added])).toEqual(expect.arrayContaining(added.map(({ file }) => file)));
  });

  it('runs all files but those that only a run of everything runs', () => {
    const left = listed.map(({ file }) => file).filter((file) => !filesOf('landing').includes(file));
    expect(left.sort()).toEqual(Object.keys(EVERYTHING_FILES).sort());
  });

  it.each(Object.entries(EVERYTHING_FILES))('proves in another way what %s proves', (_file, { proofs }) => {
    expect(proofs).not.toEqual([]);
    expect(filesOf('landing')).toEqual(expect.arrayContaining([...proofs]));
  });

  it('runs an entire project without a list of files', () => {
    expect(stageOf('landing', 'system')).toEqual({ name: 'system', projects: ['system', 'torture'], files: null });
    expect(stageOf('landing', 'guests').files).toHaveLength(filesOfProjects(['qemu']).length - 7);
  });
});

describe('the run of a newcomer', () => {
  it('runs fast and system, and the listed files', () => {
    expect(filesOf('newcomer').sort()).toEqual([...filesOfProjects(['fast', 'system']), ...NEWCOMER_FILES].sort());
    expect(stageOf('newcomer', 'fast')).toEqual({ name: 'fast', projects: ['fast'], files: null });
    expect(stageOf('newcomer', 'guests')).toMatchObject({ projects: ['qemu'], files: expect.objectContaining({ length: 2 }) });
  });

  it.each(NEWCOMER_FILES)('lists %s, which exists', (file) => {
    expect(existsSync(path.join(projectRoot, file))).toBe(true);
  });
});

describe('the run of everything', () => {
  it('runs all files', () => {
    expect(filesOf('everything').sort()).toEqual(listed.map(({ file }) => file).sort());
  });

  it('leaves out and names the files whose programs are missing', () => {
    const leftOut = filesWithoutPrograms((program) => program !== 'mmdebstrap');
    expect(leftOut).toContainEqual({ file: 'lab/container.e2e.test.ts', missing: ['mmdebstrap'] });
    const names = leftOut.map(({ file }) => file);
    const { files } = stagesOf('everything', listed, names).at(-1) ?? {};
    expect(files?.length).toBe(filesOfProjects(['e2e']).length - names.length);
    expect(files).not.toEqual(expect.arrayContaining(names));
  });
});

it.each(RUNS)('%s runs no file twice, and its files of a stage match only themselves', (run) => {
  expect(new Set(filesOf(run)).size).toBe(filesOf(run).length);
  // vitest takes a path as a part of paths.
  for (const { projects, files } of stagesOf(run, listed)) {
    const all = filesOfProjects(projects);
    for (const file of files ?? []) expect(all.filter((one) => one.includes(file))).toEqual([file]);
  }
});
