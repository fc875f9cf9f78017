/** Where something leads: any address, or a page, a space, an event or a section of this page, chosen by its name. */
import { IconButton, Input, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import type { Block, SiteTarget } from '../../../../contract.ts'
import { TargetBox } from '../../targets/TargetBox.tsx'
import { everyBlock } from '../data.ts'
import { useBuilding } from '../useBuilding.ts'
import { usePage } from '../useBlocks.ts'

const WELL_FORMED = /^(\/(?![/\\])[^\s\\]*|#[\w-]+|https?:\/\/[^\s/]+\.[^\s]+|https?:\/\/localhost\S*|mailto:\S+|tel:[\d +().-]+)?$/i

const anchorOf = (block: Block): string => ((block.props['look'] as { anchor?: string } | undefined)?.anchor ?? '').trim()

export function LinkInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT()
  const { kinds } = useBuilding()
  const page = usePage()
  const own = (name: string, path: string, title: string): SiteTarget => ({ kind: 'own', title, name, path, about: null, is_live: true })
  const sections = everyBlock(page.content)
    .filter(anchorOf)
    .map((block) => own(`#${anchorOf(block)}`, `#${anchorOf(block)}`, `${t('field.link_section')} · ${kinds.get(block.type)?.title ?? block.type}`))
  const others = [
    ...sections,
    own(t('field.link_join'), '/user/sign_up', t('field.link_screen')),
    own(t('field.link_sign_in'), '/user/sign_in', t('field.link_screen')),
  ]
  const [isChoosing, setIsChoosing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wasChoosing = useRef(false)
  useEffect(() => {
    if (wasChoosing.current && !isChoosing) field.current?.focus()
    wasChoosing.current = isChoosing
  }, [isChoosing])
  // Half an address is none: it stays here until it is a whole one.
  const [written, setWritten] = useState<string | null>(null)
  const shown = written ?? value
  const isWrong = !WELL_FORMED.test(shown.trim())
  const write = (text: string) => {
    const isWhole = WELL_FORMED.test(text.trim())
    setWritten(isWhole ? null : text)
    if (isWhole) onChange(text)
  }
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1">
        {isChoosing ? (
          <div className="min-w-0 flex-1">
            <TargetBox
              opens
              value={null}
              others={others}
              onChange={(target) => {
                if (target) write(target.path)
                setIsChoosing(false)
              }}
            />
          </div>
        ) : (
          <Input
            ref={field}
            value={shown}
            placeholder="/"
            maxLength={2000}
            inputMode="url"
            autoComplete="off"
            dir="ltr"
            aria-invalid={isWrong || undefined}
            className="min-w-0 flex-1"
            onChange={(event) => write(event.target.value)}
          />
        )}
        <IconButton
          icon={isChoosing ? 'x' : 'search'}
          label={t(isChoosing ? 'field.link_type' : 'field.link_choose')}
          onClick={() => setIsChoosing(!isChoosing)}
        />
      </div>
      {isWrong && <p className="text-12 text-danger">{t('field.link_wrong')}</p>}
    </div>
  )
}
