/** Uploads inside the editor: chosen, pasted or dropped files show their progress where they will stand. */
import { type CommandProps, Extension, type Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { AtriumError } from '../../core/errors.ts'
import type { RichNode } from '../../richtext/rules.ts'
import { uploadFile } from '../core/upload.ts'
import type { Upload } from '../core/uploadProps.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    uploads: { upload: (files: File[], position?: number) => ReturnType }
  }
}

export interface UploadsOptions {
  onBusy: (busy: boolean) => void
  onError: (message: string) => void
  /** Takes the files, where they do not stand in the text. */
  take: ((files: readonly File[]) => void) | null
  words: { failed: string; cancel: string; waiting: string; goOn: string }
}
type Step = { add: { id: object; position: number; widget: HTMLElement } } | { remove: object }
const key = new PluginKey<DecorationSet>('uploads')

function progressWidget(file: File, words: UploadsOptions['words'], cancel: () => void) {
  const widget = document.createElement('div')
  widget.className = 'my-3.5 flex flex-wrap items-center gap-3 rounded-card border bg-surface-2 px-3.5 py-2.5 text-13'
  widget.contentEditable = 'false'
  const name = document.createElement('span')
  name.className = 'min-w-0 flex-1 truncate font-medium'
  name.textContent = file.name
  const bar = document.createElement('progress')
  bar.className = 'h-1.5 w-28 appearance-none overflow-hidden rounded-full accent-brand [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-brand'
  bar.max = 100
  bar.value = 0
  bar.setAttribute('aria-label', file.name)
  const percent = document.createElement('span')
  percent.className = 'w-9 text-end tabular-nums text-text-3'
  const button = (text: string, act: (() => void) | null) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'link min-h-6'
    made.textContent = text
    made.onclick = act
    return made
  }
  const waiting = document.createElement('span')
  waiting.className = 'text-warning'
  waiting.setAttribute('role', 'status')
  const goOn = button(words.goOn, null)
  goOn.hidden = true
  widget.append(name, waiting, bar, percent, goOn, button(words.cancel, cancel))
  const wait = (act: (() => void) | null) => {
    waiting.textContent = act ? words.waiting : ''
    goOn.hidden = act === null
    goOn.onclick = act
  }
  const set = (value: number) => {
    bar.value = value
    percent.textContent = `${value}%`
  }
  set(0)
  return { widget, set, wait }
}

/** What stands for an upload in a document. */
export function uploadNode({ signed_id, filename, url: src, width, height, byte_size, content_type }: Upload): RichNode {
  // A drawing without pixels is a file to download.
  const type = content_type.startsWith('image/') && width ? 'image' : content_type.startsWith('video/') ? 'video' : 'file'
  return { type, attrs: type === 'image' ? { signed_id, filename, src, width, height } : { signed_id, filename, src, byte_size, content_type } }
}

async function upload(editor: Editor, file: File, position: number, options: UploadsOptions, stop: AbortController) {
  const { view } = editor
  const id = {}
  const { widget, set, wait } = progressWidget(file, options.words, () => stop.abort())
  const say = (step: Step) => !view.isDestroyed && view.dispatch(view.state.tr.setMeta(key, step))
  say({ add: { id, position, widget } })
  try {
    const stored = await uploadFile(file, { onProgress: set, onWaiting: wait, signal: stop.signal })
    if (view.isDestroyed) return
    const [place] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
    // Whoever deleted the place does not want the file any more.
    if (!place) return
    editor.chain().insertContentAt(place.from, uploadNode(stored)).run()
  } catch (error) {
    if (!stop.signal.aborted) options.onError(error instanceof AtriumError ? error.message : options.words.failed)
  } finally {
    say({ remove: id })
  }
}

export const Uploads = Extension.create<UploadsOptions, { running: Set<AbortController> }>({
  name: 'uploads',
  addOptions: () => ({ onBusy: () => {}, onError: () => {}, take: null, words: { failed: '', cancel: '', waiting: '', goOn: '' } }),
  addStorage: () => ({ running: new Set() }),

  addCommands() {
    return {
      upload:
        (files, position) =>
        ({ editor, state }: CommandProps) => {
          if (this.options.take) {
            this.options.take(files)
            return files.length > 0
          }
          const { running } = this.storage
          for (const file of files) {
            const stop = new AbortController()
            running.add(stop)
            const { $to } = state.selection
            const at = position ?? ($to.depth > 0 ? $to.after(1) : $to.pos)
            // After this command's own transaction, which would map the place away.
            queueMicrotask(() => {
              this.options.onBusy(true)
              void upload(editor, file, at, this.options, stop).finally(() => {
                running.delete(stop)
                if (running.size === 0) this.options.onBusy(false)
              })
            })
          }
          return files.length > 0
        },
    }
  },

  onDestroy() {
    for (const stop of this.storage.running) stop.abort()
  },

  addProseMirrorPlugins() {
    const { editor } = this
    const take = (files: FileList | undefined, position?: number): boolean => {
      const list = [...(files ?? [])]
      return list.length > 0 && editor.isEditable && editor.commands.upload(list, position)
    }
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, set) {
            const mapped = set.map(transaction.mapping, transaction.doc)
            const step = transaction.getMeta(key) as Step | undefined
            if (!step) return mapped
            if ('add' in step) {
              const { id, position, widget } = step.add
              return mapped.add(transaction.doc, [
                Decoration.widget(Math.min(position, transaction.doc.content.size), widget, {
                  id,
                  key: `${position}`,
                  ignoreSelection: true,
                  stopEvent: () => true,
                }),
              ])
            }
            return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === step.remove))
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (_: EditorView, event: ClipboardEvent) => {
            // A spreadsheet puts a picture of itself beside its text; the text is what was meant.
            if (event.clipboardData?.types.includes('text/html') && event.clipboardData.getData('text/plain').trim()) return false
            return take(event.clipboardData?.files)
          },
          handleDrop: (view: EditorView, event: DragEvent, _slice, moved) => {
            if (moved) return false
            const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            const $place = position === undefined ? undefined : view.state.doc.resolve(position)
            const done = take(event.dataTransfer?.files, $place && $place.depth > 0 ? $place.after(1) : position)
            if (done) event.preventDefault()
            return done
          },
        },
      }),
    ]
  },
})
