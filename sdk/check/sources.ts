/** What the sources of a plugin say before anything of them runs: imports into the house, jobs that nothing runs, words that no locale has. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Manifest } from '../core/manifest.ts'

/** Sources of a plugin with their texts, without its tests. */
export function sourcesOf(dir: string): [file: string, text: string][] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const file = join(dir, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'tests'].includes(entry.name) ? [] : sourcesOf(file)
    return /\.tsx?$/.test(entry.name) ? [[file, readFileSync(file, 'utf8')]] : []
  })
}

const home = resolve(import.meta.dirname, '../..')
/** What a plugin from outside takes from the house by a path breaks with the next version of it. */
export function foreignImports(dir: string): string[] {
  if (dir.startsWith(home + sep)) return []
  return sourcesOf(dir).flatMap(([file, text]) =>
    [...text.matchAll(/\bfrom '(\.\.?\/[^']*)'|\bimport\('(\.\.?\/[^']*)'\)/g)]
      .map(([, one, other]) => one ?? other!)
      .filter((specifier) => relative(dir, resolve(dirname(file), specifier)).startsWith('..') && resolve(dirname(file), specifier).startsWith(home + sep))
      .map((specifier) => `${file}: "${specifier}" leads into Atrium: import @atrium/sdk or atrium/plugins/<id>`),
  )
}

/** Jobs that are declared and that nothing in `defineServer` runs. @param run names of those that are run */
export function idleJobs(dir: string, run: string[]): string[] {
  return sourcesOf(join(dir, 'server')).flatMap(([file, text]) =>
    [...text.matchAll(/\bjob\('([^']+)'/g)]
      .filter(([, name]) => !run.includes(name!))
      .map(([, name]) => `${file}: nothing runs the job "${name}": name it with runs() in defineServer`),
  )
}

/** Titles of the menus that the English words do not say. */
export function missingWords(dir: string, { admin = {}, tabs = [], links = [], bottom = [], actions = [] }: Manifest): string[] {
  const file = join(dir, 'locales/en-US.json')
  const words: object = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const titles = [...Object.values(admin), ...tabs, ...links, ...bottom, ...actions].flatMap(({ title }) => title ?? [])
  return [...new Set(titles)].filter((title) => !(title in words)).map((title) => `${file}: no word "${title}", which plugin.ts has for a title`)
}
