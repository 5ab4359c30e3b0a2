import { render } from 'preact';
import { Shell } from './views/shell.tsx';

const root = document.getElementById('workbench');
if (root) render(<Shell />, root);
