/* The reference page: Swagger UI with the document of this service. */

const root = document.documentElement;

const dark = matchMedia('(prefers-color-scheme: dark)');
const setColors = () => root.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setColors);
setColors();

/** Swagger UI leaves some controls without a name, and examples that scroll out of reach of the keyboard. */
function completeControls() {
  for (const field of document.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])')) {
    const row = field.closest('[data-param-name]');
    const isSelect = field instanceof HTMLSelectElement;
    field.setAttribute('aria-label', row?.dataset.paramName ?? (isSelect ? 'Choice' : 'Body'));
  }
  for (const example of document.querySelectorAll('pre:not([tabindex])')) example.tabIndex = 0;
}
new MutationObserver(completeControls).observe(document.body, { childList: true, subtree: true });

/** A link within a button is out of reach of the keyboard; operations have addresses all the same. */
const withoutNestedLinks = () => ({ components: { DeepLink: ({ text }) => text } });

/** Shows the request as a command of curl before it is sent: Swagger UI itself shows it afterwards. */
const withCurl = ({ React, Im, fn, authSelectors }) => ({
  wrapComponents: {
    execute: (Execute) => (props) => {
      const [command, setCommand] = React.useState();
      const write = () => {
        const request = Im.fromJS(fn.buildRequest(requestOf({ ...props, authSelectors })));
        setCommand(command === undefined ? fn.requestSnippetGenerator_curl_bash(request) : undefined);
      };
      const button = {
        type: 'button',
        className: 'btn',
        'aria-expanded': command !== undefined,
        onClick: write,
      };
      return React.createElement(
        'div',
        { className: 'request-commands' },
        React.createElement(Execute, props),
        React.createElement('button', button, command === undefined ? 'Show as curl' : 'Hide curl'),
        command === undefined ? null : React.createElement('pre', { className: 'curl' }, command),
      );
    },
  },
});

/** What Swagger UI would send for the fields of an operation as they are. */
function requestOf({ specSelectors, oas3Selectors, authSelectors, path, method, operation }) {
  const { requestContentType, responseContentType } = specSelectors.contentTypeValues([path, method]).toJS();
  const plain = (value) => value?.toJS?.() ?? value;
  return {
    spec: specSelectors.specJsonWithResolvedSubtrees().toJS(),
    operationId: operation.get('operationId'),
    pathName: path,
    method,
    parameters: specSelectors.parameterValues([path, method], true).toJS(),
    requestBody: plain(oas3Selectors.requestBodyValue(path, method)),
    requestContentType,
    responseContentType,
    securities: {
      authorized: plain(authSelectors.authorized()),
      definitions: plain(specSelectors.securityDefinitions()),
      specSecurity: plain(specSelectors.security()),
    },
  };
}

/** A stage may have a page of the service off. */
async function showPages() {
  for (const link of document.querySelectorAll('.pages a')) {
    const { ok } = await fetch(link.href, { method: 'HEAD' });
    link.hidden = !ok;
  }
}
showPages().catch(() => undefined);

/** `npm start` says in this header that the code in service has type errors. */
function showTypeErrors(errors) {
  if (errors === null) return;
  const note = document.createElement('p');
  note.className = 'type-errors';
  note.textContent = `Type errors in the code in service: ${errors}`;
  document.getElementById('reference').before(note);
}

async function show() {
  const url = new URL(root.dataset.document, location.href);
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  showTypeErrors(response.headers.get('x-type-errors'));
  const spec = await response.json();
  // A page sends requests to its own origin alone.
  spec.servers = [{ url: new URL('.', location.href).href.replace(/\/$/, '') }];
  SwaggerUIBundle({
    spec,
    domNode: document.getElementById('reference'),
    plugins: [withoutNestedLinks, withCurl],
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    // The document stays on this machine.
    validatorUrl: null,
  });
}

show().catch((error) => {
  document.getElementById('reference').textContent = `The reference cannot be shown: ${error.message}`;
});
