/** The acts on blocks that every part of the editor shares, over Puck's own state: so each of them can be undone. */
import { createUsePuck, type Data, useGetPuck } from '@puckeditor/core'
import { toast, useT } from '@atrium/sdk/web'
import { MAX_BLOCKS, MAX_DEPTH, type Block, type PageData } from '../../../contract.ts'
import { mergeFor } from '../../../contract/merge.ts'
import { isSame } from '../../../contract/tree.ts'
import { blockAt, copyOf, everyBlock, stored, within } from './data.ts'

export const usePuckState = createUsePuck()
/** Of Puck: what lies on the page itself. */
export const ROOT_ZONE = 'root:default-zone'

const depthOf = (block: Block): number => 1 + Math.max(0, ...within(block).map(([, inner]) => Math.max(0, ...inner.map(depthOf))))
/** The page with a block behind another one, or at its end. */
function withBehind(blocks: readonly Block[], behind: string | null, added: Block): Block[] {
  if (behind === null) return [...blocks, added]
  return blocks.flatMap((block) => {
    if (block.props.id === behind) return [block, added]
    const inner = within(block)
    if (!inner.some(([, some]) => everyBlock(some).some(({ props }) => props.id === behind))) return [block]
    return [{ ...block, props: { ...block.props, ...Object.fromEntries(inner.map(([slot, some]) => [slot, withBehind(some, behind, added)])) } }]
  })
}
const withInstead = (blocks: readonly Block[], id: string, by: Block): Block[] =>
  blocks.map((block) =>
    block.props.id === id
      ? by
      : { ...block, props: { ...block.props, ...Object.fromEntries(within(block).map(([slot, inner]) => [slot, withInstead(inner, id, by)])) } },
  )
const levelOf = (blocks: readonly Block[], id: string, level = 1): number => {
  for (const block of blocks) {
    if (block.props.id === id) return level
    for (const [, inner] of within(block)) {
      const found = levelOf(inner, id, level + 1)
      if (found) return found
    }
  }
  return 0
}

export function useBlocks() {
  const t = useT()
  const puck = useGetPuck()
  const pageOf = (): PageData => puck().appState.data as unknown as PageData
  const put = (change: (content: Block[]) => Block[]) =>
    puck().dispatch({
      type: 'setData',
      recordHistory: true,
      data: (before: Data) => ({ ...before, content: change(before.content as unknown as Block[]) as unknown as Data['content'] }),
    })
  const select = (id: string | null) =>
    puck().dispatch({ type: 'setUi', ui: { itemSelector: id === null ? null : (puck().getSelectorForId(id) ?? null) }, recordHistory: false })

  return {
    page: pageOf,
    select,
    selected: (): Block | null => puck().selectedItem as unknown as Block | null,
    /** Fills in some fields of a block. */
    set(id: string, change: Record<string, unknown>) {
      const { getItemById, getSelectorForId, dispatch } = puck()
      const [item, at] = [getItemById(id), getSelectorForId(id)]
      if (!item || !at) return
      dispatch({ type: 'replace', destinationIndex: at.index, destinationZone: at.zone, data: { ...item, props: { ...item.props, ...change, id } } })
    },
    /** Puts a block behind another one, or at the end of the page, and selects it. */
    add(block: Block, behind: string | null = null) {
      const page = pageOf()
      if (everyBlock(page.content).length + everyBlock([block]).length > MAX_BLOCKS) return void toast.error(t('builder.too_many', { max: MAX_BLOCKS }))
      const level = behind ? levelOf(page.content, behind) : 1
      // What does not fit so deep stands on the page itself.
      const at = level + depthOf(block) - 1 > MAX_DEPTH ? null : behind
      put((content) => withBehind(content, at, block))
      select(block.props.id)
    },
    replace(id: string, by: Block) {
      put((content) => withInstead(content, id, by))
      select(by.props.id)
    },
    duplicate(id: string) {
      const block = blockAt(pageOf(), id)
      if (block) this.add(copyOf(block), id)
    },
    remove(id: string) {
      const at = puck().getSelectorForId(id)
      if (!at) return
      puck().dispatch({ type: 'remove', index: at.index, zone: at.zone })
      select(null)
    },
    /** To another place in its list, from 0. */
    moveTo(id: string, index: number) {
      const at = puck().getSelectorForId(id)
      if (!at || index < 0 || !puck().getItemBySelector({ index, zone: at.zone })) return
      puck().dispatch({ type: 'reorder', sourceIndex: at.index, destinationIndex: index, destinationZone: at.zone })
      select(id)
    },
    /** Past its neighbour. */
    shift(id: string, by: -1 | 1) {
      const at = puck().getSelectorForId(id)
      if (at) this.moveTo(id, at.index + by)
    },
    /** Blocks of the page itself in another order. */
    order(blocks: readonly Block[]) {
      put(() => [...blocks])
    },
    /** What is saved now stands here. It is no step to undo: the steps before and after get it too, so that undoing takes back one's own acts alone. */
    take(page: PageData) {
      const { dispatch, history, appState, selectedItem } = puck()
      const was = stored(appState.data)
      const steps = history.histories.map(({ state }) => stored(state.data))
      // the last act is a step only after a rest: until then it becomes one together with what came in
      const isWaiting = !isSame(steps[history.index], was)
      const stateOf = (step: PageData, ui: object) => ({ ui: { ...ui, itemSelector: null }, data: { ...mergeFor('theirs', was, step, page), zones: {} } })
      // without their indexes, which are of other blocks: Puck makes them anew
      history.setHistories(history.histories.map(({ id, state }, at) => ({ id, state: stateOf(steps[at]!, state.ui) })) as typeof history.histories)
      history.setHistoryIndex(history.index)
      dispatch({ type: 'setData', recordHistory: isWaiting, data: () => ({ ...page, zones: {} }) as unknown as Partial<Data> })
      dispatch({ type: 'setUi', ui: appState.ui, recordHistory: false })
      // by its id: its place may be another one's by now
      select(typeof selectedItem?.props.id === 'string' ? selectedItem.props.id : null)
    },
    undo: () => puck().history.back(),
    redo: () => puck().history.forward(),
  }
}
export type Blocks = ReturnType<typeof useBlocks>

export const usePage = (): PageData => usePuckState(({ appState }) => appState.data as unknown as PageData)
export const useSelected = (): Block | null => usePuckState(({ selectedItem }) => selectedItem as unknown as Block | null)
