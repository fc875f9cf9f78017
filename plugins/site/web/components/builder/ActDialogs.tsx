/** Dialogs that more than one part of the editor opens, kept above all of them. */
import { Field, FormDialog, Input, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import contract, { type Block } from '../../../contract.ts'
import { copyOf, newBlockId, wordsOf } from './data.ts'
import { useBlocks } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

const { routes } = contract
interface Acts {
  saveBlock: (block: Block) => void
}
const ActsContext = createContext<Acts | null>(null)
export const useActsDialogs = (): Acts => useContext(ActsContext)!

export function ActDialogs({ children }: { children: ReactNode }) {
  const [saved, setSaved] = useState<Block | null>(null)
  const acts = useMemo(() => ({ saveBlock: setSaved }), [])
  return (
    <ActsContext value={acts}>
      {children}
      {saved && <SaveBlock block={saved} onClose={() => setSaved(null)} />}
    </ActsContext>
  )
}

/** Gives a block a name and makes it one that several pages show; here the saved one takes its place. */
function SaveBlock({ block, onClose }: { block: Block; onClose: () => void }) {
  const t = useT()
  const { kinds } = useBuilding()
  const blocks = useBlocks()
  const [name, setName] = useState(wordsOf(block, kinds.get(block.type), 40).replace(/…$/, '') || (kinds.get(block.type)?.title ?? ''))
  const create = useWrite(routes.createReusableBlock, {
    invalidates: [routes.reusableBlocks],
    onSuccess: ({ id }) => {
      const field = kinds.get('Saved')?.fields.find(({ kind }) => kind === 'record')?.name ?? 'block'
      blocks.replace(block.props.id, { type: 'Saved', props: { ...kinds.get('Saved')?.preset, [field]: id, id: newBlockId('Saved') } })
      toast.success(t('save_block.done', { name }))
      onClose()
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('save_block.title')}
      action={t('save_block.action')}
      pending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { reusable_block: { name, data: { root: { props: {} }, content: [copyOf(block)] } } } })}
    >
      <p className="mb-4 text-13 text-text-2">{t('save_block.text')}</p>
      <Field label={t('save_block.name')} error={errors['reusable_block.name'] ?? errors['name']}>
        <Input value={name} maxLength={80} required autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
