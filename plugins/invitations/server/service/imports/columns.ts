/** Which column of a file is what: guessed by its name in English or Portuguese, else by what stands in it. */
import { cut, isEmail } from '@atrium/sdk'
import { type Column, type Fact, FACTS } from '../../../contract.ts'
import type { Read } from './reading.ts'
import { dateOrderOf } from './rows.ts'

/** Names as files from elsewhere have them, in lower case, without accents and signs. */
export const NAMES: Record<Fact, string[]> = {
  email: ['email', 'emailaddress', 'mail', 'emails', 'useremail', 'memberemail', 'enderecodeemail', 'correio', 'correioeletronico', 'eemail'],
  name: ['name', 'fullname', 'membername', 'displayname', 'username', 'contactname', 'nome', 'nomecompleto', 'nomedomembro'],
  first_name: ['firstname', 'givenname', 'forename', 'primeironome', 'nomeproprio'],
  last_name: ['lastname', 'surname', 'familyname', 'sobrenome', 'ultimonome', 'apelido'],
  headline: ['headline', 'title', 'jobtitle', 'tagline', 'role', 'occupation', 'profissao', 'cargo', 'titulo', 'ocupacao'],
  bio: ['bio', 'biography', 'about', 'aboutme', 'description', 'biografia', 'sobre', 'sobremim', 'descricao'],
  location: ['location', 'city', 'place', 'town', 'country', 'region', 'address', 'local', 'localizacao', 'cidade', 'lugar', 'pais', 'regiao'],
  website: ['website', 'url', 'site', 'homepage', 'web', 'link', 'webpage', 'pagina', 'paginaweb'],
  joined_at: [
    'joined',
    'joinedat',
    'joindate',
    'joineddate',
    'membersince',
    'createdat',
    'created',
    'registered',
    'signupdate',
    'entrouem',
    'entrada',
    'membrodesde',
    'datadeentrada',
    'criadoem',
    'datadecadastro',
  ],
  tags: ['tags', 'tag', 'membertags', 'labels', 'etiquetas', 'etiqueta', 'marcadores'],
  spaces: ['spaces', 'space', 'channels', 'groups', 'espacos', 'espaco', 'canais', 'grupos'],
  access_groups: ['accessgroups', 'accessgroup', 'plan', 'membership', 'gruposdeacesso', 'grupodeacesso', 'plano'],
}
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const SAMPLES = 3
const factOf = (name: string): Fact | null => FACTS.find((fact) => NAMES[fact].includes(plain(name))) ?? null

/** Does the first record name the columns? It does where it holds no address and names something we know, or the others hold addresses. */
export function hasHeader(records: readonly Read[]): boolean {
  const [first, ...rest] = records
  if (!first || first.cells.some((cell) => isEmail(cell.trim()))) return false
  return first.cells.some((cell) => factOf(cell)) || rest.some(({ cells }) => cells.some((cell) => isEmail(cell.trim())))
}
/**
 * The columns with what they may be; each target is taken once.
 * @param fields profile fields of the community
 */
export function columnsOf(records: readonly Read[], header: boolean, fields: readonly { id: number; label: string }[]): Column[] {
  const all = header ? records.slice(1) : records
  const body = all.slice(0, 50)
  const width = Math.max(0, ...records.slice(0, 50).map(({ cells }) => cells.length))
  const taken = new Set<string>()
  const columns = Array.from({ length: width }, (_, at): Column => {
    const name = header ? cut((records[0]?.cells[at] ?? '').trim(), 200) : ''
    const samples = [...new Set(body.map(({ cells }) => (cells[at] ?? '').trim()).filter(Boolean))].slice(0, SAMPLES).map((text) => cut(text, 120))
    const field = name && fields.find(({ label }) => plain(label) === plain(name))
    const guess = factOf(name) ?? (field ? `field:${field.id}` : null)
    const target = guess && !taken.has(guess) ? guess : null
    if (target) taken.add(target)
    const date_order = dateOrderOf(all.map(({ cells }) => cells[at] ?? ''))
    return { name, samples, target, guessed: target !== null, date_order }
  })
  if (taken.has('name'))
    for (const column of columns) if (column.target === 'first_name' || column.target === 'last_name') Object.assign(column, { target: null, guessed: false })
  if (!taken.has('email')) {
    const byValue = columns.find(({ target, samples }) => !target && samples.length > 0 && samples.every(isEmail))
    if (byValue) Object.assign(byValue, { target: 'email', guessed: true })
  }
  if (!header && !taken.has('name')) {
    const words = columns.find(
      ({ target, samples }) => !target && samples.length > 0 && samples.every((text) => /^\p{L}[\p{L}.'’-]*( \p{L}[\p{L}.'’-]*){1,4}$/u.test(text)),
    )
    if (words) Object.assign(words, { target: 'name', guessed: true })
  }
  return columns
}
