/**
 * Lists the places whose text people read without opening the code.
 *
 * `npm run check -- language` refuses sentences in these places that docs/writing.md forbids. A place is a row here. Add a row when a new
 * kind of text is shown.
 */

export interface Place {
  /** Name of the place in the output of the check. */
  readonly name: string;
  /** Pattern of the paths of its files. Tests, test kits and generated files are never included. */
  readonly files: RegExp;
  /** Pattern of paths that the place excludes. */
  readonly except?: RegExp;
  /**
   * Text to check. `all` is the whole file, for Markdown. `strings` is every string of several words. `sentences` is every string that
   * starts with a capital letter and has a full stop. An object names calls, whose first string argument is checked, and fields or
   * constants, whose value is checked.
   */
  readonly texts: 'all' | 'strings' | 'sentences' | ShownTexts;
}

export interface ShownTexts {
  readonly calls?: readonly string[];
  readonly fields?: readonly string[];
}

export const PLACES: readonly Place[] = [
  {
    name: 'failure messages',
    files: /^(model|domain|operations|http|workflows|engine|db\/tables|jobs|apps|cli|doctor)\//,
    // Excludes lists of reasons that only developers read, and SQL.
    except: /^model\/personal-data\/|^engine\/compute\//,
    texts: 'sentences',
  },
  {
    name: 'status reasons of workflows',
    files: /^workflows\//,
    texts: { fields: ['failureMessage', 'pointOfNoReturn'] },
  },
  {
    name: "messages and descriptions of the customers' API",
    files: /^contract\/(operations|schemas|openapi|catalogue)\/|^contract\/[a-z-]+\.ts$/,
    except: /^contract\/openapi\/operator/,
    texts: 'sentences',
  },
  {
    name: "fields of the customers' API",
    files: /^contract\/(operations|schemas|openapi)\/|^contract\/[a-z-]+\.ts$/,
    except: /^contract\/openapi\/operator/,
    texts: { calls: ['about', 'describe'], fields: ['summary', 'description'] },
  },
  {
    name: 'contract of the operator',
    files: /^contract\/operator\/|^contract\/openapi\/operator\.ts$/,
    texts: 'strings',
  },
  { name: 'command line', files: /^cli\//, except: /^cli\/golden/, texts: 'strings' },
  { name: 'processes', files: /^apps\/.*\.ts$/, texts: 'strings' },
  {
    name: 'doctor',
    files: /^doctor\/|^engine\/(host\/doctor|network\/uplink\/check|dns\/check|scanner\/check)\.ts$/,
    texts: 'strings',
  },
  { name: 'configuration', files: /^model\/configuration\//, texts: 'strings' },
  // Labels are not sentences: `From` names a column.
  { name: 'console', files: /^console\/web\/.*texts[^/]*\.ts$/, texts: 'sentences' },
  { name: 'mails', files: /^model\/mail\/texts\.ts$/, texts: 'strings' },
  { name: 'alerts', files: /^(db\/tables|domain|jobs|workflows)\//, texts: { fields: ['message', 'MESSAGE'] } },
  { name: "introduction of the customers' API", files: /^contract\/description\.md$/, texts: 'all' },
];
