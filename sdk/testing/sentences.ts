/** Finds the sentences with which code refuses, compares them with the catalogue of their translations, and holds all words to sdk/words.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

type Node = { type: string } & Record<string, any>

/** Folders that never refuse anybody over the network. */
const ASIDE = /(^|\/)(node_modules|tests|testing|web|vite|create|migrations|launch|operator|texts)\/|^config\.ts$/
/** Calls whose words are for logs and developers. */
const FOR_DEVELOPERS = /^(\w*Error|fatal|debug|trace|info|warn|error|describe|meta|statement|query|sql|forcefulShutdown)$/
/** Properties that describe and never refuse. */
const DESCRIBES = /^(open|title|description|help|summary)$|text$/
/** What stands below a language is translated where it stands. */
const LANGUAGE = /^[a-z]{2}-[A-Z]{2}$/
const CONTRACT = /(^|\/)contract(\.ts$|\/)/
const SENTENCE = /^["A-Z{].*[a-z]{2}.*[.!?]$/s
const PHRASE = /^[A-Z{"].*[a-z]{2}/s
const REFUSES = /^(AtriumError|forbidden|invalid|conflict|unauthenticated|sentence|line)$/
/** Calls of a schema that take a message at their end. */
const CHECKS = /^(min|max|length|regex|refine|superRefine|email|url|int|positive|nonempty|gte|lte|gt|lt|addIssue)$/

function nameOf(node: Node | undefined): string {
  if (node?.type === 'MemberExpression') return nameOf(node[node.computed ? 'object' : 'property'])
  return node?.type === 'Identifier' ? node.name : node?.type === 'Literal' ? String(node.value) : ''
}
/** A text as it stands; the pieces of one that is put together are joined by `{}`. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node.type === 'TemplateLiteral' ? node.quasis.map((quasi: Node) => quasi.value.cooked).join(PUT_TOGETHER) : null
}
const PUT_TOGETHER = '{}'

/** A description, or words by language. */
const isAside = ({ type, key, value }: Node): boolean =>
  type === 'Property' && (LANGUAGE.test(nameOf(key)) || (DESCRIBES.test(nameOf(key)) && textOf(value) !== null))

/**
 * Every sentence with which the code in a folder refuses, with the file that says it first. Found are whole sentences in what runs on the server, and
 * whatever is given to `notFound`, `AtriumError`, a check of a schema and the like.
 */
export function refusalsIn(dir: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || ASIDE.test(file)) continue
    const add = (text: string) => found.has(text) || found.set(text, file)
    const visitAll = (children: unknown, inRefusal: boolean) => {
      for (const child of Object.values(children as object)) if (child && typeof child === 'object') visit(child, inRefusal)
    }
    const visit = (node: Node, inRefusal: boolean): void => {
      const callee = node.type === 'CallExpression' || node.type === 'NewExpression' ? nameOf(node.callee) : null
      if (callee === 'notFound' || callee === 'authorize') {
        const what = node.arguments[callee === 'notFound' ? 0 : 4]
        const nouns = what?.type === 'ConditionalExpression' ? [what.consequent, what.alternate] : [what]
        for (const noun of nouns) add(`${(noun ? textOf(noun) : null) ?? 'Record'} not found.`)
      } else if (callee !== null) {
        // a schema before its `meta` refuses all the same
        if (callee !== 'AtriumError' && FOR_DEVELOPERS.test(callee)) {
          if (node.callee.object) visit(node.callee.object, false)
          return
        }
        // what a contract gives to helpers are reasons and descriptions
        const reasons = CONTRACT.test(file) && node.callee.type === 'Identifier' && !REFUSES.test(callee)
        visitAll(reasons ? node.arguments.filter((one: Node) => textOf(one) === null) : node, REFUSES.test(callee) || CHECKS.test(callee))
      } else if (node.type !== 'ImportDeclaration' && !isAside(node)) {
        const text = node.type === 'TSLiteralType' ? null : textOf(node)
        if (text !== null && (SENTENCE.test(text) || (inRefusal && PHRASE.test(text))) && text.replace(/\{\w+\}/g, '').includes(' ')) add(text)
        visitAll(node, inRefusal && !node.type?.includes('Function'))
      }
    }
    visitAll(parseSync(file, readFileSync(path.join(dir, file), 'utf8')).program.body, false)
  }
  return found
}

const read = (dir: string): Record<string, string> => {
  const file = path.join(dir, 'locales/refusals.pt-BR.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
const gapsOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []

/** What is wrong with the catalogue in `dir`, for the code in `dirs`. What kernel and SDK say too is translated by theirs. */
export function catalogueProblems(dir: string, dirs: string[] = [dir]): string[] {
  const own = read(dir)
  const said = new Map(dirs.flatMap((one) => [...refusalsIn(one)]))
  const sdk = path.resolve(import.meta.dirname, '..')
  const shared = path.resolve(dir) === sdk ? own : read(sdk)
  return [
    ...[...said]
      .filter(([text]) => !(text in own) && !(text in shared))
      .map(([text, file]) =>
        text.includes(PUT_TOGETHER)
          ? `${file} puts a text together instead of giving its values to sentence(): ${text}`
          : `${file} says what has no translation: ${text}`,
      ),
    ...Object.keys(own)
      .filter((text) => !said.has(text))
      .map((text) => `nobody says any more: ${text}`),
    ...Object.entries(own)
      .filter(([text, to]) => !to.trim() || gapsOf(to).some((gap) => !gapsOf(text).includes(gap)))
      .map(([text, to]) => `does not fit its sentence: ${text} → ${to}`),
  ]
}

/** What sdk/words.md replaces and what is wrong anywhere in an interface, by language, with what to write. */
const REPLACED: Record<string, [phrase: RegExp, write: string][]> = {
  'en-US': [
    [/\b(some|no)body\b|\bwhoever\b|\bthose who\b|\bpeople who run\b/i, 'the role (member, admin …), “someone”, “no one” or the passive'],
    [/\bbulk acts?\b/i, 'bulk action'],
    [/\b(take|takes|took|taken|taking) (it |them )?(off|away)\b/i, 'remove'],
    [/\bcall(s|ed|ing)? (it |them )?off\b/i, 'cancel'],
    [/\bput(s|ting)? (\w+ )?out\b/i, 'remove or ban'],
    [/\b(give|gives|gave|given|giving) (it |them )?back\b/i, 'refund or return'],
    [/\blet(s|ting)? (you |them |members |people )?in\b/i, 'approve or invite'],
    [/\b(come|comes|came) in\b/i, 'join or arrive'],
    [/\bstands? (here|there|at|open)\b/i, 'appear'],
    [/\bwaits for\b/i, 'pending, queued or in review'],
    [/\bhand(s|ed|ing)? (\w+ )?in\b/i, 'submit'],
    [/\blook(s|ed)? at\b|\bsecond look\b/i, 'review or appeal'],
    [/\bthere is (no )?room\b|\bat (the )?most\b/i, 'up to'],
    [/\b(this|it|that) is no (?!longer)/i, 'what would be right (Enter an amount, like 12.50.)'],
    [/\banew\b/i, 'again'],
    [/\bby (itself|themselves)\b/i, 'automatically'],
    [/(?<!picture[ -]in[ -])\bpictures?\b(?![ -]in[ -]picture)/i, 'image or profile photo'],
    [/\bmails?\b(?! server)|\be-mail/i, 'email'],
    [/\bbookmark/i, 'saved item'],
    [/\binvitation links?\b/i, 'invite link'],
    [/\bwaiting list/i, 'waitlist'],
    [/\bsecond factor/i, 'two-factor authentication'],
    [/\bswitch(es|ed|ing)? (it |this |that |them )?(on|off)\b/i, 'turn on, turn off'],
    [/\b(colour|programme)/i, 'American spelling'],
    [/\bcannot\b|\b(can|could|is|are|does|do|did|has|have|was|were|will|would|should|must) not\b(?=.*[.?])/is, 'the contraction'],
    [/[a-z]'(t|s|re|ll|ve|d)\b/i, 'the apostrophe ’'],
    [/\bplease\b|\bsuccessfully\b|\w!/i, 'nothing in its place'],
  ],
  'pt-BR': [
    [/\baparelhos?\b/i, 'dispositivo'],
    [/\bpap(el|éis)\b/i, 'função'],
    [/\b(des)?lig(ue|uem|ar|ad[oa]s?)\b/i, 'ativar, desativar'],
    [/\b(ato|atos) em massa\b/i, 'ação em massa'],
    [/\bfila de espera\b/i, 'lista de espera'],
    [/\bsegundo fator\b/i, 'autenticação em dois fatores'],
    [/(?<!-)\bemails?\b/i, 'e-mail'],
    [/\bpor favor\b|\bcom sucesso\b|[a-zà-ú]!/i, 'nothing in its place'],
  ],
}

/** Texts that stand in the code by language, as those of a mail may. */
function textsIn(dir: string, locale: string): string[] {
  const texts: string[] = []
  const visit = (node: Node, isOurs: boolean): void => {
    const text = isOurs ? textOf(node) : null
    if (text !== null) texts.push(text)
    const below = isOurs || (node.type === 'Property' && nameOf(node.key) === locale)
    for (const child of Object.values(node)) if (child && typeof child === 'object') visit(child, below)
  }
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !ASIDE.test(file)) visit(parseSync(file, readFileSync(path.join(dir, file), 'utf8')).program as never, false)
  return texts
}

/** Phrases in the catalogues, refusals and mails of the folder `dir` that sdk/words.md replaces. */
export function wordingProblems(dir: string): string[] {
  const refusals = read(dir)
  return Object.entries(REPLACED).flatMap(([locale, phrases]) => {
    const file = path.join(dir, 'locales', `${locale}.json`)
    const words: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const said = [...Object.values(words), ...(locale === 'en-US' ? Object.keys(refusals) : Object.values(refusals)), ...textsIn(dir, locale)]
    return said.flatMap((text) => {
      const plain = text.replace(/\{\w+\}/g, '{}')
      return phrases.flatMap(([phrase, write]) => (phrase.test(plain) ? `${locale}: “${phrase.exec(plain)![0]}” → ${write}: ${text}` : []))
    })
  })
}
