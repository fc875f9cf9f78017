/** Contacts, people without an account, from a CSV. */
import { ImportWizard } from '../components/ImportWizard.tsx'

export default function ImportContacts() {
  return <ImportWizard type="contact" base="/contacts/import" />
}
