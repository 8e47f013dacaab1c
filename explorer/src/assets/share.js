// Sharing a text and a URL: the system's sheet if there is one, else a copy.

/** Shares, and shows on the button what happened. */
export async function share(button, text, url) {
  if (navigator.share) {
    await navigator.share({ text, url }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(`${text}\n${url}`);
  button.textContent = 'Copied';
}
