// Sharing a text and a URL: the system's sheet if there is one, else a copy.

/** Says on a button, for two seconds, that something was copied. */
export function copied(button) {
  if (button.textContent === 'Copied') return;
  const text = button.textContent;
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = text), 2000);
}

/** Shares, and shows on the button what happened. */
export async function share(button, text, url) {
  if (navigator.share) {
    await navigator.share({ text, url }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(`${text}\n${url}`);
  copied(button);
}
