/** Makes the one SVG file that every icon of the interface is taken from. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { icons } from '../web/icons.ts'

type IconNode = [tag: string, attributes: Record<string, string>][]

const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-react/dynamic')), 'dist/esm/icons')

/** Some names are only another name of an icon; their file re-exports it. */
async function fileOf(name: string): Promise<string> {
  const file = join(folder, `${name}.mjs`)
  const alias = (await readFile(file, 'utf8')).match(/export \{ default \} from '\.\/([\w-]+)\.mjs'/)?.[1]
  return alias ? join(folder, `${alias}.mjs`) : file
}

const attribute = ([name, value]: [string, string]) => (name === 'key' ? '' : ` ${name}="${value}"`)

/**
 * The sprite: one `<symbol id="name">` an icon. Stroke and fill are left to the `<svg>` that uses it.
 * @throws when Lucide has no icon of a listed name.
 */
export async function iconSprite(names: readonly string[] = icons): Promise<string> {
  const symbols = await Promise.all(
    names.map(async (name) => {
      const { __iconData } = (await import(pathToFileURL(await fileOf(name)).href)) as { __iconData: { node: IconNode } }
      const shapes = __iconData.node.map(([tag, attributes]) => `<${tag}${Object.entries(attributes).map(attribute).join('')}/>`)
      return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}
