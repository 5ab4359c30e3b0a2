const addError = require("#lib/shared/json/add-errors.ts").addError;
const checkMember = require("#lib/shared/json/add-errors.ts").checkMember;
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;

function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

