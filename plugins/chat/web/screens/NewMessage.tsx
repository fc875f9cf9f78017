export default function NewMessage() {
  return null
}
