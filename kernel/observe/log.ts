/** The log: structured, and never with a secret in it. */
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const SECRET_KEY = /pass(word|wd|phrase)|token|cookie|authorization|secret|api_?key|one_?time_?code/i
const SECRET_TEXT: [RegExp, string][] = [
  // credentials in addresses of databases, mail servers and the like
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi, '$1[hidden]@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [hidden]'],
  [/\b([\w-]*(?:password|passwd|token|secret|cookie|api_?key)[\w-]*["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, '$1[hidden]'],
]
const DEEPEST = 6

const cleanText = (text: string) => SECRET_TEXT.reduce((out, [pattern, replacement]) => out.replace(pattern, replacement), text)

/** A copy fit for logs and audit: values under secret keys and secrets within texts are hidden. */
export function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > DEEPEST || value instanceof Uint8Array) return '[left out]'
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  const fields: Record<string, unknown> = { ...value }
  for (const [key, field] of Object.entries(fields))
    fields[key] = SECRET_KEY.test(key) && field !== null && typeof field !== 'boolean' ? '[hidden]' : clean(field, depth + 1)
  return fields
}

const LEVELS: Record<number, string> = {
  20: '\x1b[2mdebug\x1b[0m',
  30: '\x1b[36minfo\x1b[0m ',
  40: '\x1b[33mwarn\x1b[0m ',
  50: '\x1b[31merror\x1b[0m',
  60: '\x1b[31mfatal\x1b[0m',
}

/** One readable line for each entry, and the stack under it where there is one. */
const pretty: DestinationStream = {
  write(line) {
    const { level, time, msg, err, ...rest } = JSON.parse(line)
    const fields = Object.entries(rest).map(([key, value]) => ` \x1b[2m${key}=\x1b[0m${typeof value === 'object' ? JSON.stringify(value) : value}`)
    const stack = err ? `\n${err.stack ?? JSON.stringify(err)}` : ''
    process.stdout.write(`\x1b[2m${new Date(time).toTimeString().slice(0, 8)}\x1b[0m ${LEVELS[level] ?? level} ${msg ?? ''}${fields.join('')}${stack}\n`)
  },
}

/** @param destination for tests; default is stdout, one readable line each on a terminal, else JSON */
export function createLog({ logLevel }: { logLevel: string }, destination: DestinationStream = process.stdout.isTTY ? pretty : process.stdout): Log {
  return pino(
    {
      level: logLevel,
      base: null,
      // the finished line: fields, bindings of children, messages and errors all pass here
      hooks: { streamWrite: (line) => `${JSON.stringify(clean(JSON.parse(line)))}\n` },
    },
    destination,
  )
}
