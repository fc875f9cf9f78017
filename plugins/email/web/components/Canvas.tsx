/** The email as it is written: the menu of blocks beside it, the paper in the middle. */
import { Button, Icon, useT } from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import { type Block, type Look, MAX_BLOCKS } from '../../contract.ts'
import { BlockList, EditingContext } from './BlockList.tsx'
import { ICONS, type Kind, KINDS, leavesOf, newBlock } from './blocks.ts'
import { Paper } from './Paper.tsx'

interface CanvasProps {
  blocks: Block[]
  look: Look
  footer?: string | undefined
  onChange: (blocks: Block[]) => void
  onBusy: (busy: boolean) => void
}
export function Canvas({ blocks, look, footer, onChange, onBusy }: CanvasProps) {
  const t = useT()
  const [selected, select] = useState<string | null>(null)
  const editing = useMemo(() => ({ look, selected, select, onBusy }), [look, selected, onBusy])
  /** Behind the block that is written, or at the end. */
  const add = (kind: Kind) => {
    const made = newBlock(kind, t)
    const at = blocks.findIndex((block) => block.key === selected || leavesOf([block]).some(({ key }) => key === selected))
    onChange(blocks.toSpliced(at === -1 ? blocks.length : at + 1, 0, made))
    select(made.key)
  }
  return (
    <div className="grid min-w-0 items-start gap-4 min-[1400px]:grid-cols-[148px_minmax(0,1fr)]">
      <section aria-label={t('block.menu')} className="min-[1400px]:sticky min-[1400px]:top-4">
        <ul className="grid grid-cols-4 gap-2 min-[1400px]:grid-cols-2">
          {KINDS.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                disabled={blocks.length >= MAX_BLOCKS}
                onClick={() => add(kind)}
                className="grid w-full justify-items-center gap-1.5 rounded-control border bg-surface px-1 py-2.5 text-center text-12 font-medium text-text-2 transition-colors hover:border-brand hover:bg-brand-soft hover:text-on-brand-soft disabled:cursor-not-allowed disabled:opacity-60"
              >
                <Icon name={ICONS[kind]} />
                <span className="w-full truncate">{t(`block.${kind}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Paper look={look} footer={footer}>
        {blocks.length === 0 && (
          <div className="grid justify-items-center gap-3 px-6 py-10 text-center text-15">
            <p className="font-semibold">{t('canvas.empty')}</p>
            <p className="text-13 text-text-2">{t('canvas.empty_text')}</p>
            <Button
              icon="text"
              onClick={() => {
                const made = [newBlock('heading', t), newBlock('text', t)]
                onChange(made)
                select(made[0]!.key)
              }}
            >
              {t('canvas.start')}
            </Button>
          </div>
        )}
        <EditingContext value={editing}>
          <BlockList items={blocks} onChange={onChange} label={t('canvas.label')} />
        </EditingContext>
      </Paper>
    </div>
  )
}
