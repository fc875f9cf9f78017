/** Pictures that are dragged in from outside: each becomes a block behind the one it is dropped on. Any other file is not opened in place of the editor. */
import { toast, uploadFile, useT } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef } from 'react'
import { newBlock } from './BlocksTab.tsx'
import { rememberUpload } from './fields/uploaded.ts'
import type { Blocks } from './useBlocks.ts'
import type { Building } from './useBuilding.ts'

const TYPE = 'Picture'

/** @returns the handler, for the document of the canvas too */
export function useFileDrop(blocks: Blocks, { kinds, setBusy }: Pick<Building, 'kinds' | 'setBusy'>): (event: DragEvent) => void {
  const t = useT()
  async function add(files: readonly File[], behind: string | null) {
    const kind = kinds.get(TYPE)
    const field = kind?.fields.find((one) => one.kind === 'picture')
    if (!kind || !field) return
    setBusy(true)
    try {
      for (const file of files) {
        const { signed_id } = await uploadFile(file)
        rememberUpload(signed_id, file)
        const block = newBlock(kind)
        blocks.add({ ...block, props: { ...block.props, [field.name]: { file: signed_id, alt: '', x: 50, y: 50 } } }, behind)
        behind = block.props.id
      }
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const latest = useRef(add)
  latest.current = add
  const onDrag = useCallback(
    (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      if (event.type !== 'drop' || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      const files = [...event.dataTransfer.files]
      const pictures = files.filter(({ type }) => type.startsWith('image/'))
      if (pictures.length < files.length) toast.error(t('builder.only_pictures'))
      const target = event.target as Element | null
      const behind = target?.closest?.('[data-puck-component]')?.getAttribute('data-puck-component') ?? null
      void latest.current(pictures, behind ?? blocks.selected()?.props.id ?? null)
    },
    [t],
  )
  useEffect(() => listenTo(document, onDrag), [onDrag])
  return onDrag
}

const EVENTS = ['dragover', 'drop'] as const
/** @returns what ends it */
export function listenTo(place: Document, onDrag: (event: DragEvent) => void): () => void {
  for (const name of EVENTS) place.addEventListener(name, onDrag)
  return () => {
    for (const name of EVENTS) place.removeEventListener(name, onDrag)
  }
}
