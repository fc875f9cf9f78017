/**
 * The run-time API of SCORM inside the frame. The frame has an origin of its own that reaches nothing of Atrium (a sandbox without
 * `allow-same-origin`), so no page in it can find an API in a window above. Each page is therefore given one, made by scorm-again, and what
 * it is told goes up by `postMessage`; the player saves it.
 */
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { KEPT } from '../../contract.ts'
import type { Launchable } from './manifest.ts'

export interface FrameState {
  is2004: boolean
  item: string
  launch: number
  /** Elements of the data model, by name. */
  values: Record<string, string>
  /** What is kept of them. */
  most: typeof KEPT
}

const LIBRARIES = { scorm12: 'scorm-again/scorm12/min', scorm2004: 'scorm-again/scorm2004/min' } as const
const library = new Map<string, Promise<Buffer>>()
/** The library's file for browsers, as it is shipped. */
export function libraryFile(kind: keyof typeof LIBRARIES): Promise<Buffer> {
  const name = LIBRARIES[kind]
  const known = library.get(name) ?? readFile(createRequire(import.meta.url).resolve(name))
  library.set(name, known)
  return known
}

/** What the run-time begins with: what it kept, and what only the platform may say. */
export function valuesFor(
  is2004: boolean,
  item: Launchable,
  learner: { id: string; name: string },
  kept: Record<string, string> | null,
): Record<string, string> {
  const core = is2004 ? 'cmi.' : 'cmi.core.'
  const entry = kept ? (kept[`${core}exit`] === 'suspend' ? 'resume' : '') : 'ab-initio'
  const own = Object.fromEntries(
    Object.entries(kept ?? {}).filter(([name]) => name.startsWith('cmi.') && !name.endsWith('.exit') && !name.endsWith('session_time')),
  )
  return {
    ...own,
    [is2004 ? 'cmi.learner_id' : 'cmi.core.student_id']: learner.id,
    [is2004 ? 'cmi.learner_name' : 'cmi.core.student_name']: learner.name,
    [`${core}credit`]: 'credit',
    [`${core}entry`]: entry,
    ...(item.launchData ? { 'cmi.launch_data': item.launchData } : {}),
    ...(!is2004 && item.mastery !== null ? { 'cmi.student_data.mastery_score': String(item.mastery) } : {}),
    ...(is2004 && item.passing !== null ? { 'cmi.scaled_passing_score': String(item.passing) } : {}),
  }
}

/** Runs in the frame, before any script of the package. It is sent as text, so it knows nothing but its argument. */
function inFrame(state: FrameState): void {
  const win = window as any
  const above = window.parent
  const api = new (state.is2004 ? win.Scorm2004API : win.Scorm12API)({
    autocommit: false,
    lmsCommitUrl: false,
    logLevel: 5,
    alwaysSendTotalTime: true,
    sendFullCommit: true,
    mastery_override: true,
  })
  const mark = `atrium-package:${state.launch}:`
  let values = state.values
  // a page that follows another in the same frame goes on from what that one kept, saved by now or not
  try {
    if (window.name.startsWith(mark)) values = { ...values, ...JSON.parse(window.name.slice(mark.length)) }
  } catch {}
  api.loadFromFlattenedJSON(values)

  let begun = false
  /** Whether what was told last is more than is kept, or the platform has said that it was not. */
  let tooMuch = false
  let refused = false
  const flat = (into: Record<string, string>, name: string, value: any): Record<string, string> => {
    if (value && typeof value === 'object') for (const key of Object.keys(value)) flat(into, `${name}.${key}`, value[key])
    else if (value !== '' && value !== null && value !== undefined && !name.endsWith('session_time')) into[name] = String(value)
    return into
  }
  const tell = () => {
    if (!begun) return
    const commit = api.renderCommitObject(true, true)
    const data = flat({}, 'cmi', commit.runtimeData.cmi)
    const sizes = Object.entries(data)
    tooMuch =
      sizes.length > state.most.elements ||
      sizes.some(([name, value]) => name.length > state.most.name || value.length > state.most.value) ||
      JSON.stringify(data).length > state.most.all
    const within = (value: unknown, least: number, most: number) => (typeof value === 'number' && value >= least && value <= most ? value : undefined)
    const { raw, min, max, scaled } = commit.score ?? {}
    const score = { raw: within(raw, -1e9, 1e9), min: within(min, -1e9, 1e9), max: within(max, -1e9, 1e9), scaled: within(scaled, -1, 1) }
    const seconds = Math.min(Math.max(0, Number(commit.totalTimeSeconds) || 0), 31_536_000)
    const completion = ['not attempted', 'incomplete', 'completed'].includes(commit.completionStatus) ? commit.completionStatus : 'unknown'
    const success = ['passed', 'failed'].includes(commit.successStatus) ? commit.successStatus : 'unknown'
    above.postMessage(
      {
        atrium: 'package',
        commit: { item: state.item, launch: state.launch, completion, success, score, seconds, data: tooMuch ? null : JSON.stringify(data) },
      },
      '*',
    )
    if (!window.name || window.name.startsWith('atrium-package:')) window.name = mark + JSON.stringify(data)
  }
  let waiting: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(waiting)
    waiting = setTimeout(tell, 800)
  }
  const now = () => {
    clearTimeout(waiting)
    tell()
  }
  const names = state.is2004 ? ['Initialize', 'SetValue', 'Commit', 'Terminate'] : ['LMSInitialize', 'LMSSetValue', 'LMSCommit', 'LMSFinish']
  api.on(names[0], () => {
    begun = true
  })
  api.on(names[1], soon)
  api.on(names[2], now)
  api.on(names[3], now)
  // who asks for it to be saved hears where it is not: a general failure of the commit, in the numbers of its standard
  for (const name of [names[2]!, names[3]!]) {
    const real = api[name].bind(api)
    api[name] = (text: unknown) => {
      const said = real(text)
      if (String(said) !== 'true' || !(tooMuch || refused)) return said
      api.lastErrorCode = state.is2004 ? '391' : '101'
      return 'false'
    }
  }
  window.addEventListener('pagehide', now)
  // a page in a frame of the package's own tells the page round it, which hands it on
  window.addEventListener('message', (event) => {
    if (event.source !== above && event.data?.atrium === 'package') above.postMessage(event.data, '*')
    if (event.source !== above || event.data?.atrium !== 'package.saved') return
    refused = event.data.kept !== true
    for (let at = 0; at < window.length; at++) window[at]!.postMessage(event.data, '*')
  })

  // packages look for the API in their own window, or from the one above on
  const name = state.is2004 ? 'API_1484_11' : 'API'
  win[name] = api
  const found: any = { [name]: api, postMessage: (message: unknown) => above.postMessage(message, '*') }
  found.parent = found
  found.top = found
  const define = (target: object, key: string, value: PropertyDescriptor) => {
    try {
      Object.defineProperty(target, key, { configurable: true, ...value })
    } catch {}
  }
  define(window, 'parent', { value: found })
  define(window, 'opener', { value: null })
  // storage and cookies throw in a sandbox; here they last as long as the page
  for (const kind of ['localStorage', 'sessionStorage']) {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(String(key)) ?? null,
      setItem: (key: string, value: string) => void kept.set(String(key), String(value)),
      removeItem: (key: string) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (at: number) => [...kept.keys()][at] ?? null,
      get length() {
        return kept.size
      },
    }
    define(window, kind, { value: storage })
  }
  let jar = ''
  define(document, 'cookie', { get: () => jar, set: (text: string) => void (jar = text.split(';')[0] ?? '') })
}

/**
 * Takes away what would reach other machines past every policy; runs in a document before any script of the package. A frame that is written
 * into the page (`srcdoc`) is a window of its own with constructors of its own, so it is given the same first; one that is a script stays empty. What scripts of the package may
 * put in place of the browser's own functions is not asked here.
 */
function cutOff(): void {
  const { apply, defineProperty } = Reflect
  for (const key of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport', 'WebTransport'])
    defineProperty(window, key, { value: undefined, configurable: false, writable: false })
  // put together of two pieces: the end tag written out would end the script element in which this very function, comments included, is sent
  const own = `<script>(${cutOff.toString()})()${['</', 'script>'].join('')}`
  const { getAttribute, setAttribute, attachShadow } = Element.prototype
  const [inDocument, inShadow] = [Document.prototype.querySelectorAll, DocumentFragment.prototype.querySelectorAll]
  const { observe } = MutationObserver.prototype
  const { get: lookUp, set: note } = WeakMap.prototype
  const { slice } = String.prototype
  const { exec } = RegExp.prototype
  const { replace } = String.prototype
  const written = new WeakMap<Element, string>()
  const opening = /^[^<]*<!doctype[^>]*>/i
  const [unseen, script] = [/[\0-\x20]+/g, /^javascript:/i]
  const write = (frame: Element) => {
    const given = apply(getAttribute, frame, ['srcdoc']) as string | null
    if (given === null || apply(lookUp, written, [frame]) === given) return
    const begin = ((apply(exec, opening, [given]) as RegExpExecArray | null)?.[0] ?? '') as string
    const text = begin + own + apply(slice, given, [begin.length])
    apply(note, written, [frame, text])
    apply(setAttribute, frame, ['srcdoc', text])
  }
  const guard = (root: Document | ShadowRoot) => {
    const look = () => {
      const frames = apply(root === document ? inDocument : inShadow, root, ['iframe[srcdoc],iframe[src],frame[src]']) as NodeListOf<Element>
      for (let i = 0; frames[i]; i++) {
        write(frames[i]!)
        const address = apply(replace, apply(getAttribute, frames[i], ['src']) ?? '', [unseen, '']) as string
        if (apply(exec, script, [address])) apply(setAttribute, frames[i], ['src', 'about:blank'])
      }
    }
    apply(observe, new MutationObserver(look), [root, { subtree: true, childList: true, attributes: true, attributeFilter: ['srcdoc', 'src'] }])
  }
  guard(document)
  defineProperty(Element.prototype, 'attachShadow', {
    value(this: Element, options: ShadowRootInit) {
      const root = apply(attachShadow, this, [options]) as ShadowRoot
      guard(root)
      return root
    },
  })
}

/** @returns JavaScript */
export const frameScript = (state: FrameState): string => `(${inFrame.toString()})(${JSON.stringify(state).replaceAll('<', '\\u003c')})`

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
/** Before all scripts of a page. @param at address of the run-time's files */
const tagsFor = (at: string) =>
  `<script ${XHTML}>//<![CDATA[\n(${cutOff.toString()})()\n//]]></script>${['library.js', 'run.js'].map((name) => `<script ${XHTML} src="${at}${name}"></script>`).join('')}`

const MARKS: [encoding: 'utf8' | 'utf16le' | 'utf16be', bytes: number[]][] = [
  ['utf8', [0xef, 0xbb, 0xbf]],
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
]
/**
 * The page with the run-time before all else in it; bytes that are not ours stay as they are, in whichever encoding.
 * @param at address of the run-time's files
 * @returns null for XHTML in which no place is found where nothing runs before it
 */
export function withRuntime(page: Buffer, at: string, isXhtml: boolean): Buffer | null {
  const [encoding, mark] = MARKS.find(([, bytes]) => bytes.every((byte, i) => page[i] === byte)) ?? (['utf8', []] as const)
  const wide = encoding !== 'utf8'
  const bytes = page.subarray(mark.length)
  // decoded as latin1, one character for each byte, so that positions in the text are positions in the bytes
  const swapped = encoding === 'utf16be' && bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : bytes
  const text = wide ? swapped.toString('utf16le') : bytes.toString('latin1')
  // a page of HTML takes scripts in front of its head, wherever it says that this begins
  const place = isXhtml ? endOfRoot(text) : (/^\s*(<!doctype[^>]*>)?/i.exec(text)?.[0].length ?? 0)
  if (place === null || (isXhtml && !wide && text.includes('\0'))) return null
  const tags = Buffer.from(tagsFor(at), wide ? 'utf16le' : 'latin1')
  const cut = mark.length + place * (wide ? 2 : 1)
  return Buffer.concat([page.subarray(0, cut), encoding === 'utf16be' ? tags.swap16() : tags, page.subarray(cut)])
}

/** Behind the tag that opens the document. What stands before it (comments, instructions, a plain DOCTYPE) is passed over. */
function endOfRoot(text: string): number | null {
  for (let at = 0; ; ) {
    while (/\s/.test(text[at] ?? '')) at++
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : text.startsWith('<!DOCTYPE', at) ? '>' : null
    if (!end) {
      const root = /<html(?:\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*)?>/y
      root.lastIndex = at
      const found = root.exec(text)
      return found && !found[0].endsWith('/>') ? at + found[0].length : null
    }
    const stop = text.indexOf(end, at + 4)
    // entities of its own could hold anything
    if (stop < 0 || (end === '>' && text.slice(at, stop).includes('['))) return null
    at = stop + end.length
  }
}
