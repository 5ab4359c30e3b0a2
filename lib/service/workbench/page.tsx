import { render } from 'preact';
import { showUnseen } from './parts/unseen.tsx';
import { Shell } from './views/shell.tsx';

showUnseen();
const root = document.getElementById('workbench');
if (root) render(<Shell />, root);
