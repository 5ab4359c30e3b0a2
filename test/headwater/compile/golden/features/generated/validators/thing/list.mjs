import { addError } from "headwater/internal/json/add-errors";
import { checkEach } from "headwater/internal/json/add-errors";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func2 = addError;
const func15 = checkEach;

function validate1(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(key0 === "all")){
let data0 = data[key0];
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
vErrors = func2(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "integer"});
errors++;
}
if(typeof data0 == "number"){
if(data0 > 2147483647 || isNaN(data0)){
vErrors = func2(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data0 < 0 || isNaN(data0)){
vErrors = func2(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "minimum", {comparison: ">=", limit: 0});
errors++;
}
}
}
}
if(data.all !== undefined && func0.call(data, "all")){
let data1 = data.all;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
vErrors = func2(vErrors, instancePath+"/all", "type", {type: "integer"});
errors++;
}
if(typeof data1 == "number"){
if(data1 > 2147483647 || isNaN(data1)){
vErrors = func2(vErrors, instancePath+"/all", "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data1 < -2147483648 || isNaN(data1)){
vErrors = func2(vErrors, instancePath+"/all", "minimum", {comparison: ">=", limit: -2147483648});
errors++;
}
}
}
}
else {
vErrors = func2(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}

const obj0 = {"anyOf":[{"type":"string"},{"type":"integer"},{"type":"boolean"}]};

function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.kind !== undefined && func0.call(data0, "kind")){
let data1 = data0.kind;
if(!((data1 === "it's") || (data1 === "a \"b\""))){
vErrors = func2(vErrors, instancePath+"/input/kind", "enum", {allowedValues: ["it's","a \"b\""]}, {data: data1});
errors++;
}
}
if(data0.ratio !== undefined && func0.call(data0, "ratio")){
let data2 = data0.ratio;
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
vErrors = func2(vErrors, instancePath+"/input/ratio", "minimum", {comparison: ">=", limit: 0});
errors++;
}
}
}
if(data0["order by"] !== undefined && func0.call(data0, "order by")){
let data3 = data0["order by"];
if(Array.isArray(data3)){
if(data3.length > 4){
vErrors = func2(vErrors, instancePath+"/input/order by", "maxItems", {limit: 4});
errors++;
}
}
}
vErrors = func15(vErrors, data0, {"like": validate1}, instancePath+"/input");
errors = vErrors?.length ?? 0;
if(data0.either !== undefined && func0.call(data0, "either")){
let data4 = data0.either;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(typeof data5 !== "string"){
vErrors = func2(vErrors, instancePath+"/input/either/" + i0, "type", {type: "string"});
errors++;
}
}
else if(typeof data5 == "number"){
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
vErrors = func2(vErrors, instancePath+"/input/either/" + i0, "type", {type: "integer"});
errors++;
}
if(typeof data5 == "number"){
if(data5 > 2147483647 || isNaN(data5)){
vErrors = func2(vErrors, instancePath+"/input/either/" + i0, "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data5 < -2147483648 || isNaN(data5)){
vErrors = func2(vErrors, instancePath+"/input/either/" + i0, "minimum", {comparison: ">=", limit: -2147483648});
errors++;
}
}
}
else if(typeof data5 === "boolean"){
if(typeof data5 !== "boolean"){
vErrors = func2(vErrors, instancePath+"/input/either/" + i0, "type", {type: "boolean"});
errors++;
}
}
else {
vErrors = func2(vErrors, instancePath+"/input/either/" + i0, "anyOf", {}, {parentSchema: obj0});
errors++;
}
}
}
}
if(data0.options !== undefined && func0.call(data0, "options")){
let data6 = data0.options;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
vErrors = func2(vErrors, instancePath+"/input/options", "type", {type: "object"});
errors++;
}
}
}
}
}
validate0.errors = vErrors;
return errors === 0;
}

