import { addError } from "headwater/internal/json/add-errors";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func3 = addError;

function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
let data1 = data.body;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.copies !== undefined && func0.call(data1, "copies")){
let data2 = data1.copies;
if(typeof data2 == "number"){
if(data2 < 1 || isNaN(data2)){
vErrors = func3(vErrors, instancePath+"/body/copies", "minimum", {comparison: ">=", limit: 1});
errors++;
}
}
}
}
}
}
validate0.errors = vErrors;
return errors === 0;
}

