/** Places in the frame, in the own account and in rich text, for plugins to fill. */
import { defineContract, slot } from '../../index.ts'

export default defineContract('shell', {
  slots: {
    /** Buttons at the right of the header. */
    'header.icons': slot(),
    'sidebar.main': slot(),
    'sidebar.foot': slot(),
    /** Entries of the own account's menu. */
    'account.tabs': slot(),
    /** How a record in a text is shown; the part is its node's name: `poll`. */
    'richtext.*': slot<{ id: number | undefined; editing?: boolean }>(),
    /** Makes such a record, from the editor. */
    'richtext.*.new': slot<{ onDone: (id?: number) => void; onCancel: () => void }>(),
  },
})
